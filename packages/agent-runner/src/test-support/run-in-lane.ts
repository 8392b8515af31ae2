/** Runs a scripted agent's commands for the tests of this package; the shell's own means are tested there. */
import { spawn } from 'node:child_process'
import type { RunInLane } from '../providers/scripted/run-in-lane.ts'

export const runInLane: RunInLane = ({ line, cwd, env, signal, onOutput }) =>
  new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', line], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const endGroup = (): void => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {
        // Nothing of it is left.
      }
    }
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        onOutput(text)
      })
    }
    signal.addEventListener('abort', endGroup, { once: true })
    child.once('exit', endGroup)
    child.once('close', (code) =>
      resolve({ exitCode: code, problem: code === 0 ? null : `exit code ${code}: ${output}` }),
    )
  })
