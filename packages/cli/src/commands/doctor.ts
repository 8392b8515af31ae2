/** `harness doctor`: looks at everything a delivery depends on and says of each what was found and what would fix it. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import { type Diagnosis, fail } from '../line/diagnosis.ts'
import { plansCheck, portsCheck, repoChecks, signingCheck } from '../run/target/config-checks.ts'
import type { Target } from '../run/target/look-at-target.ts'
import { statePlace } from '../run/target/state-dir.ts'
import { targetRepo } from '../run/target/target-repo.ts'
import { extensionChecks } from '../run/target/trusted-extensions.ts'
import { agentChecks } from './doctor/agent-checks.ts'
import { ciCheck } from './doctor/ci-check.ts'
import { configCheck } from './doctor/config-check.ts'
import { forgeCheck } from './doctor/forge-check.ts'
import { keptRefsCheck } from './doctor/kept-refs-check.ts'
import { browserCheck, diskCheck, gitCheck, nodeCheck } from './doctor/machine.ts'
import { programCheck } from './doctor/program-check.ts'
import { sandboxCheck } from './doctor/sandbox-check.ts'
import {
  freezeCheck,
  holdersCheck,
  journalsCheck,
  lanesCheck,
  stateFileCheck,
} from './doctor/state-checks.ts'
import { surroundingsCheck } from './doctor/surroundings-check.ts'
import { defaultBranch } from './init/default-branch.ts'
import { lookAtRepo, type RepoLook } from './init/repo-look.ts'

export async function doctor(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const before = await examine(context)
  const repaired = flagOption(given, 'fix') ? await repairAll(before) : []
  const diagnoses = repaired.length === 0 ? before : await examine(context)
  const failed = diagnoses.filter(({ status }) => status === 'fail')
  if (json) {
    terminal.print(JSON.stringify({ ok: failed.length === 0, repaired, checks: diagnoses }, null, 2))
  } else {
    for (const what of repaired) terminal.print(stripControl(`fixed  ${what}`))
    const { good, bad, warn, strong } = terminal.colours
    const words = { ok: good('ok  '), warn: warn('warn'), fail: bad('fail') }
    for (const { id, status, evidence, fix } of diagnoses) {
      terminal.print(`${words[status]}  ${strong(id.padEnd(16))}${stripControl(evidence)}`)
      if (fix !== null) terminal.print(`${''.padEnd(22)}fix: ${stripControl(fix)}`)
    }
    const warned = diagnoses.filter(({ status }) => status === 'warn').length
    terminal.print(`\n${diagnoses.length} checks: ${failed.length} failed, ${warned} to look at`)
  }
  return failed.length === 0 ? exitCode.done : exitCode.halted
}

async function repairAll(diagnoses: readonly Diagnosis[]): Promise<readonly string[]> {
  const done: string[] = []
  for (const { id, repair } of diagnoses) if (repair !== undefined) done.push(`${id}: ${await repair()}`)
  return done
}

async function examine(context: CommandContext): Promise<readonly Diagnosis[]> {
  const machine = [nodeCheck(process.versions.node), gitCheck()]
  let root: string
  try {
    root = targetRepo(context)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return [...machine, fail('repo', error.message, error.next)]
  }
  const { diagnoses, target } = await configCheck(context)
  const { stateDir } = target ?? (await statePlace(context))
  const store = openRunStore(stateDir)
  const runs = await store.list()
  const look = await lookAtRepo(root, '')
  const all = await Promise.all([
    repoChecks(root, target?.config ?? null),
    signingCheck(root),
    Promise.resolve(diagnoses),
    ...(target === null ? [] : configured(context, target, look)),
    surroundingsCheck(root, look, target?.config.lanes.setup ?? []),
    playbookChecks(context, root),
    diskCheck(root),
    freezeCheck(stateDir),
    holdersCheck(store, runs),
    journalsCheck(store, stateDir, runs),
    stateFileCheck(stateDir),
    lanesCheck(root, stateDir, runs, target?.config.baseBranch ?? (await defaultBranch(root))),
    keptRefsCheck(root, runs),
  ])
  return [...machine, ...all.flat()]
}

async function playbookChecks(context: CommandContext, root: string): Promise<readonly Diagnosis[]> {
  const checks = await Promise.all(context.playbooks.entries.flatMap((entry) => entry.doctor?.() ?? []))
  return (await Promise.all(checks.map((check) => check(context, root)))).flat()
}

function configured(
  context: CommandContext,
  target: Target,
  look: RepoLook,
): readonly Promise<Diagnosis | readonly Diagnosis[]>[] {
  const { root, config } = target
  const { checks, lanes, devServer, e2e } = config
  return [
    agentChecks(context, target),
    extensionChecks(target, context.env),
    sandboxCheck(target, context.env),
    Promise.resolve([
      ...checks.map(({ name, run }) => programCheck(`check ${name}`, run, root, context.env)),
      ...lanes.setup.map((line, index) => programCheck(`setup ${index + 1}`, line, root, context.env)),
      ...(e2e === null ? [] : [programCheck('e2e', e2e.check.run, root, context.env)]),
      ...(devServer === null
        ? []
        : [programCheck('dev server', devServer.run, root, context.env), browserCheck(context.env)]),
    ]),
    Promise.resolve(ciCheck(look, e2e === null ? checks : [...checks, e2e.check])),
    plansCheck(target),
    portsCheck(target, context.env),
    forgeCheck(target, context.env),
  ]
}
