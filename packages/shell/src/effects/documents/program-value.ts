/**
 * Owns running a program of the target repository for the plain value that it exports, in a thread of its own: one that
 * never comes to an end is ended, and whatever else it does wrong is its own mistake and told with the place.
 */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { functionMark } from '@harness/formats/config/own-playbooks'
import { apiAlias, apiFolder } from './api-module.ts'
import { changedWhile, unseen } from './checked-jiti.ts'
import { digestOf } from './program-files.ts'
import { lineInProgram, ProgramFailed } from './user-program.ts'

const patienceMs = 20_000
/** Stands for the name of a file. */
const mark = '<file>'

type Said = { readonly value: unknown } | { readonly message: string; readonly stack: string }

/**
 * The default export of a TypeScript or JavaScript file. A mark stands for each function of its `playbooks`. A file of
 * the repository is run only if it has the text that is in `texts`, as `checkedJiti` does it.
 */
export async function programValue(
  path: string,
  texts: Readonly<Record<string, string>>,
  limitMs = patienceMs,
): Promise<unknown> {
  const jiti = createRequire(import.meta.url).resolve('jiti')
  const refusals = { changed: changedWhile(mark), unseen: unseen(mark), mark }
  const worker = new Worker(source, {
    eval: true,
    workerData: {
      path,
      jiti,
      alias: apiAlias(),
      ours: apiFolder(),
      functionMark,
      seen: await translated(path, texts),
      refusals,
    },
  })
  try {
    const said = await answerOf(worker, limitMs)
    if ('value' in said) return said.value
    const cause = Object.assign(new Error(said.message), { stack: said.stack })
    throw new ProgramFailed(`${lineInProgram(cause, path)}: ${said.message.split('\n')[0]?.trim() ?? ''}`, {
      cause,
    })
  } finally {
    await worker.terminate()
  }
}

/**
 * The digest of each text and the JavaScript that it stands for; null if the thread finds that out. The compiler takes
 * longer to load than all else here, and this process needs it for the playbooks anyway.
 */
async function translated(path: string, texts: Readonly<Record<string, string>>) {
  const { createJiti } = await import('jiti')
  const jiti = createJiti(path, { fsCache: false })
  return Object.fromEntries(
    Object.entries(texts).map(([filename, source]) => {
      const isTypeScript = /\.[cm]?tsx?$/.test(filename)
      const code = isTypeScript ? jiti.transform({ source, filename, ts: true, async: true }) : null
      return [filename, { digest: digestOf(source), code }]
    }),
  )
}

function answerOf(worker: Worker, limitMs: number): Promise<Said> {
  const failed = (message: string): Said => ({ message, stack: '' })
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve(failed(`it has not come to an end within ${limitMs / 1000} seconds`)),
      limitMs,
    )
    worker.once('message', (said: Said) => resolve(said))
    worker.once('error', (error: Error) => resolve({ message: error.message, stack: error.stack ?? '' }))
    worker.once('exit', (code) =>
      resolve(failed(`it ended by itself, with exit code ${code}, and exported nothing`)),
    )
    worker.once('exit', () => clearTimeout(timer))
  })
}

/** What cannot be handed over is no plain value, and is told like any other mistake. */
const source = `
const { createHash } = require('node:crypto')
const { realpathSync } = require('node:fs')
const { sep } = require('node:path')
const { parentPort, workerData } = require('node:worker_threads')
const { path, jiti, alias, ours, functionMark, seen, refusals } = workerData
const { createJiti } = require(jiti)
const plainJiti = createJiti(path, { fsCache: false, alias })
const transform = (options) => {
  const file = realpathSync(options.filename ?? path)
  const isChecked = !file.includes(sep + 'node_modules' + sep) && (ours === null || !file.startsWith(ours + sep))
  const one = seen[file]
  if (isChecked && one?.digest !== createHash('sha256').update(options.source).digest('hex'))
    throw new Error((one === undefined ? refusals.unseen : refusals.changed).replace(refusals.mark, () => file))
  const isSame = isChecked && options.async && options.filename === file
  return { code: (isSame ? one.code : null) ?? plainJiti.transform(options) }
}
const marked = (playbook) => Object.fromEntries(
  Object.entries(playbook ?? {}).map(([name, value]) => [name, typeof value === 'function' ? functionMark : value]),
)
const plain = (value) =>
  Array.isArray(value?.playbooks) ? { ...value, playbooks: value.playbooks.map(marked) } : value
createJiti(path, { fsCache: false, moduleCache: false, alias, transform })
  .import(path, { default: true })
  .then((value) => parentPort.postMessage({ value: plain(value) }))
  .catch((error) => parentPort.postMessage(
    error instanceof Error ? { message: error.message, stack: error.stack ?? '' } : { message: String(error), stack: '' },
  ))
`
