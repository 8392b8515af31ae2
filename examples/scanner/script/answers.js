/** What the scripted executors say in the same words. */

export const done = (summary, more = {}) => ({
  status: 'done',
  summary,
  problem: null,
  concerns: [],
  decisions: [],
  learnings: [],
  ...more,
})

export const blocked = (summary, problem) => done(summary, { status: 'blocked', problem })

export const write = (path, text) => ({ write: { path, text } })

/** Calls an exported function and prints what it returns. */
export const show = (module, call) => {
  const [name] = call.split('(')
  const program = `import { ${name} } from './src/${module}.js'; console.log(JSON.stringify(${call}))`
  return { run: `node --input-type=module -e "${program}"` }
}

/** Runs the command with its exit code behind its output. The run itself never fails. */
export const runCli = (folder) => ({ run: `node src/cli.js ${folder} 2>&1; echo "exit code $?"` })
