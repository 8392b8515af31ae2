/** A process that takes a lease or a lock, for the tests that need many of them. Prints what became of it. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { UserError } from '@harness/core/kernel/user-error'
import { acquireLease } from '../machine/lock/lease.ts'
import { withLock } from '../machine/lock/with-lock.ts'

const [what, path, kernel, log] = process.argv.slice(2) as [string, string, string, string]
const options = { kernelLock: kernel === 'kernel' }
const told = createInterface(process.stdin)[Symbol.asyncIterator]()

console.log('ready')
await told.next()
if (what === 'hold') await hold()
else await count(Number(what))
process.exit(0)

/** Takes the lease, or says why not, and holds it until told or killed. */
async function hold(): Promise<void> {
  try {
    const lease = await acquireLease(path, `child ${process.pid}`, options)
    appendFileSync(log, `${process.pid}\n`)
    console.log('held')
    await told.next()
    await lease.release()
    console.log('released')
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    console.log(`refused ${error.code}`)
    await told.next()
  }
}

/** Adds one to the number in the file, so many times; without the lock some additions get lost. */
async function count(times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await withLock(
      path,
      async () => {
        const before = Number(readFileSync(path, 'utf8'))
        // Lets the others try.
        await new Promise((resolve) => setImmediate(resolve))
        writeFileSync(path, String(before + 1))
      },
      options,
    )
  }
  console.log('counted')
}
