/** Watches the program of an ACP agent: says how it ended, and what it said when it should not have. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { AgentErrorKind } from '@harness/core/kernel/agent'
import { AcpProblem } from './acp-problem.ts'
import { fieldsOf } from './acp-shapes.ts'
import { pause } from './pause.ts'

export interface AcpLife {
  /** Waits for the work, and rejects with a problem of this kind if the program ends first. */
  during<Result>(work: Promise<Result>, kind: AgentErrorKind): Promise<Result>
  /** The same, and it may take so long. `what` says what it waits for. */
  within<Result>(work: Promise<Result>, ms: number, what: string): Promise<Result>
}

/** Between the end of a program's output and its own end. */
const brokenMs = 1_000

/** So much of its last words is shown. */
const shownChars = 500

export function acpLife(child: ChildProcessWithoutNullStreams, name: string): AcpLife {
  let printed = ''
  let complained = ''
  child.stdout.on('data', (bytes: Buffer) => {
    if (printed.length < shownChars) printed += bytes.toString('utf8')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained = (complained + text).slice(-shownChars)
  })
  const lastWords = (): string => (complained === '' ? printed : complained)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${name} cannot be started: ${error.message}`))
    // Not before its last words are read.
    child.once('close', (code, signal) => {
      const how = signal === null ? `with exit code ${code}` : `by ${signal}`
      resolve(`${name} ended ${how} before it had answered.${after(complained)}`)
    })
  })
  const during: AcpLife['during'] = async (work, kind) => {
    const failed = ended.then((message) => {
      throw new AcpProblem({ kind, message })
    })
    try {
      return await Promise.race([work, failed])
    } catch (error) {
      // Its pipe breaks a moment before it is known how it ended. An answer of the agent has a code.
      const { code, name: kindOfError } = fieldsOf(error)
      const isBroken =
        !(error instanceof AcpProblem) && code === undefined && kindOfError !== 'MessageTooLargeError'
      if (!isBroken) throw error
      await Promise.race([failed, pause(brokenMs)])
      throw new AcpProblem({
        kind,
        message: `${name} closed its output before it had answered.${after(lastWords())}`,
      })
    }
  }
  return {
    during,
    async within(work, ms, what) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          const message = `${name} did not ${what} within ${ms / 1000} s. Does it speak the Agent Client Protocol on its standard input and output?${after(lastWords())}`
          reject(new AcpProblem({ kind: 'invalid', message }))
        }, ms)
      })
      try {
        return await during(Promise.race([work, late]), 'invalid')
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Its last words, on one line. */
function after(said: string): string {
  const line = said.slice(0, shownChars).trim().replaceAll(/\s+/g, ' ')
  return line === '' ? '' : ` It said: ${line}`
}
