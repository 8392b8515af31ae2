/** `harness new`: writes a plan file with the next free id, for its author to fill in. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { blankSections, planText } from '@harness/formats/documents/plan/plan-text'
import { knownPlans } from '@harness/shell/playbooks/delivery/plan-folder'
import { type CommandContext, type Given, textOption } from '../line/command.ts'
import { planPlaces } from '../run/target/plan-places.ts'

/** The id of the fidelity review's plan. */
const reserved = 9999

export async function newPlan(context: CommandContext, given: Given): Promise<number> {
  const places = await planPlaces(context)
  const title = (given.args[0] ?? '').replace(/\s+/g, ' ').trim()
  const slug = slugOf(title)
  if (slug === '' || title.length > 200)
    throw new UserError('usage', `The title ${JSON.stringify(title.slice(0, 60))} cannot name a plan.`, {
      next: 'Use 1 to 200 characters with at least one letter a to z or digit, such as: harness new "Greet by name"',
    })
  const { graph, problems } = await knownPlans(places)
  const broken = problems.map(({ file }) => /(\d{4})-[^/]*$/.exec(file)?.[1] ?? '')
  const ids = [...graph.plans.keys(), ...broken].map(Number).filter((id) => id < reserved)
  const id = String(Math.max(0, ...ids) + 1).padStart(4, '0')
  const path = `${places.planDir}/${id}-${slug}.md`
  const head = { id, title, phase: textOption(given, 'phase') ?? 'main', estimatedPasses: 1 }
  const text = planText({ ...head, dependsOn: [], acceptanceTags: [] }, blankSections)
  mkdirSync(join(places.repoRoot, places.planDir), { recursive: true })
  // A file that came meanwhile is not replaced.
  writeFileSync(join(places.repoRoot, path), text, { flag: 'wx' })
  if (context.json) context.terminal.print(JSON.stringify({ ok: true, planId: id, title, path }, null, 2))
  else {
    context.terminal.print(`Wrote ${path}`)
    context.terminal.print(
      `next: fill it in, then: harness validate && git add ${path} && git commit -m "Plan ${id}" && harness run ${id}`,
    )
  }
  return exitCode.done
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[ßæœøłđ]/g, (letter) => inTwoOrOne[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')

/** Letters that are no letter with a mark. */
const inTwoOrOne: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe' },
  ...{ ø: 'o', ł: 'l', đ: 'd' },
}
