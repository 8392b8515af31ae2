/** Hands the content of a file from one repository to another. */
import { blobBytes } from './blobs.ts'
import { gitOk } from './git.ts'

/** Its name in the other repository, which may name objects in another way. */
export async function handOver(from: string, to: string, blob: string): Promise<string> {
  const bytes = await blobBytes(from, blob)
  const { stdout } = await gitOk(to, ['hash-object', '-w', '--stdin'], { stdin: bytes })
  return stdout.trimEnd()
}
