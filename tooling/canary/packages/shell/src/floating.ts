import { writeFile } from 'node:fs/promises'
import { type Journal, append } from './append.ts'

export function loses(journal: Journal): void {
  append('imported function') // lost
  journal.append('method of an interface') // lost
  writeFile('from-node', '') // lost
}
export async function alsoLoses(items: readonly string[]): Promise<void> {
  items.forEach(async (item) => { // lost
    await append(item)
  })
  items.map((item) => append(item)) // lost
  await append('kept')
  void append('said so')
  if (append('misused')) return // lost
}
