/**
 * Reads what a release is held against, as a tree has it. Its files are the acceptance file, the folders of the active and
 * of the completed plans, and the template of the environment. A mistake is told in the content: it is a reason not to
 * release, and no reason to stop.
 */
import type { EnvironmentNeed, ReleaseFacts } from '@harness/core/playbooks/release/facts'
import type { Acceptance } from '@harness/core/work/acceptance'
import type { TaggedPlan } from '@harness/core/work/tagged-plan'
import { describeProblem, parsed } from '../../text/format-problem.ts'
import { parseAcceptance } from '../acceptance/parse-acceptance.ts'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { plansIn } from '../plan/plans-in-folder.ts'

export const releaseFactsCodec: DocumentCodec<ReleaseFacts> = {
  format: 'acceptance',
  inPlace: null,
  walk: (text) => text,
  parse(text, [active = null, completed = null, template = null]) {
    const read = parseAcceptance(text, 'the acceptance file')
    if (!read.ok)
      return parsed({
        criteria: [],
        plans: [],
        environment: [],
        problems: read.problems.map(describeProblem),
        notes: [],
      })
    const folders = [plansIn(active, 'active'), plansIn(completed, 'completed')]
    return parsed({
      criteria: read.value.criteria,
      plans: folders.flatMap(({ plans }) => plans).filter((plan) => concerns(plan, read.value)),
      environment: read.value.environment.map((name) => ({ name, state: stateIn(template ?? '', name) })),
      problems: [],
      notes: folders.flatMap(({ problems }) => problems),
    })
  },
}

const concerns = ({ id, acceptanceTags }: TaggedPlan, { criteria }: Acceptance): boolean =>
  criteria.some(({ tag, coveredBy }) => acceptanceTags.includes(tag) || coveredBy.includes(id))

/** A name that is commented out, or has no value of its own, is a placeholder. */
function stateIn(template: string, name: string): EnvironmentNeed['state'] {
  const lines = template.split(/\r?\n/).flatMap((line) => {
    const [, comment, found, value = ''] =
      /^\s*(#?)\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    return found === name ? [{ isComment: comment === '#', value }] : []
  })
  if (lines.length === 0) return 'missing-from-template'
  return lines.some(({ isComment, value }) => !isComment && !placeholder.test(value)) ? 'set' : 'placeholder'
}

const placeholder = /^["']?(?:|change-?me|todo|xxx+|your[-_ ].*|<.*>|\.\.\.)["']?$/i
