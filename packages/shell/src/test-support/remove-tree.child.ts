/** A process of an ordinary user, even if root runs the tests: removes a tree in the folder it is given, closed folders included. */
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { removeTree } from '../machine/disk/remove-tree.ts'

const [folder = ''] = process.argv.slice(2)
chmodSync(folder, 0o777)
// The way to it may be closed to others than root.
process.chdir(folder)
if (process.getuid?.() === 0) {
  process.setgid?.(65_534)
  process.setuid?.(65_534)
}
for (const path of ['tree/work/work', 'tree/files/read-only/inner', 'other'])
  mkdirSync(path, { recursive: true })
for (const file of ['tree/files/read-only/inner/file', 'other/file']) writeFileSync(file, '')
symlinkSync('../../other', 'tree/files/link')
// As the kernel leaves the work folder of an overlay, and as Go leaves downloaded modules.
chmodSync('tree/work/work', 0)
for (const path of ['tree/files/read-only/inner', 'tree/files/read-only']) chmodSync(path, 0o555)
await removeTree('tree')
await removeTree('tree')
console.log(existsSync('tree') ? 'still there' : 'removed')
console.log(existsSync('other/file') ? 'link not followed' : 'link followed')
