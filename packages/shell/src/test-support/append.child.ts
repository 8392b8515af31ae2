/** A process that opens a journal and appends until it is killed. Prints the number of each event that became durable. */

import { openJournal } from '../store/journal/open-journal.ts'
import { anEvent } from './events.ts'

const [dir = ''] = process.argv.slice(2)
const { store, events } = await openJournal(dir)
for (let n = events.length; ; n += 3) {
  const appends = [1, 2, 3].map((more) => store.append(anEvent(n + more)).then(() => console.log(n + more)))
  await Promise.all(appends)
}
