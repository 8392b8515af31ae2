/** What an ACP agent is told: the text and the pictures of a request, as blocks of the protocol. */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { AgentRequest } from '../../runner/provider.ts'

/** An agent that takes no pictures is told their paths. */
export async function promptOf(
  { system, envelope, resume, images = [] }: AgentRequest,
  takesImages: boolean,
): Promise<ContentBlock[]> {
  // The protocol has no system prompt; a session that is resumed has the text in it already.
  const opening = system === '' || resume !== null ? '' : `${system}\n\n`
  const text = `${opening}${envelope}`
  if (images.length === 0) return [{ type: 'text', text }]
  if (!takesImages) return [{ type: 'text', text: `${text}\n# Pictures\n${images.join('\n')}\n` }]
  const pictures = images.map(
    async (path): Promise<ContentBlock> => ({
      type: 'image',
      data: await readFile(path, 'base64'),
      mimeType: /^\.jpe?g$/i.test(extname(path)) ? 'image/jpeg' : 'image/png',
    }),
  )
  return [{ type: 'text', text }, ...(await Promise.all(pictures))]
}
