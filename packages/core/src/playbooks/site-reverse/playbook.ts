/** A web site becomes a product spec: capture → analyse → check → write, and analyse again if the check objects. */
import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { isGranted } from '../../kernel/gate-answer.ts'
import { asLaneName } from '../../kernel/ids.ts'
import { present } from '../../kernel/invariant.ts'
import { definePlaybook } from '../../kernel/playbook.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { halt, spend } from '../../kernel/retrying.ts'
import { agentCall, calledRole } from '../../work/agent-call.ts'
import { haltWith, liftStop } from '../../work/attempts.ts'
import { nextId } from '../../work/dispatch.ts'
import { closeLane, laneAt, laneOf } from '../../work/lane.ts'
import { decideIn, evolveIn, type Rooms } from '../../work/rooms.ts'
import { evolveRun } from '../../work/run-state.ts'
import type { SiteAnalysis } from './analysis.ts'
import { analysisDefects } from './analysis-defects.ts'
import type { Answer } from './answers.ts'
import { writeSpec } from './documents.ts'
import type { AgentFinished, Command, Outcome } from './effects.ts'
import { over } from './endings.ts'
import { siteReverseIdentity } from './identity.ts'
import { analystRole, type SiteInput } from './input.ts'
import { analystSlices } from './slices.ts'
import { type Captured, newSiteReverse, type Place, type SiteState } from './state.ts'

const go = (state: SiteState, at: Place): SiteState => ({ ...state, at })

const siteOf = ({ site }: SiteState): Captured => present(site, 'the site was captured')

/** Asked again with what was wrong, while that may still help. */
const again = (state: SiteState, problems: readonly string[]): SiteState =>
  isExhausted(state.retries.draft)
    ? go({ ...state, problems }, { phase: 'close', result: { how: 'refused' } })
    : go({ ...spend(state, 'draft'), problems }, { phase: 'analyse' })

const mostPictures = 8

const rooms: Rooms<SiteState, Command> = {
  capture: {
    wants: (state) => ({
      type: 'CaptureSite',
      id: nextId(state, 'capture', 'site'),
      url: state.input.url,
      limits: state.input.limits,
    }),
    outcomes: {
      SiteCaptured: (state, _at, { pages, passedOver, ended, bundle }) =>
        go({ ...state, site: { pages, passedOver, ended, bundle } }, { phase: 'open' }),
      SiteNotCaptured: (state, _at, { detail, next }) => haltWith(state, { detail, next }),
    },
  },
  open: {
    wants(state) {
      const name = `site-reverse-${state.input.runId}`
      return {
        type: 'OpenLane',
        id: nextId(state, 'open', 'site'),
        lane: asLaneName(name),
        branch: `harness/${name}`,
        baseBranch: state.input.baseBranch,
      }
    },
    outcomes: {
      LaneOpened: (state, _at, event) => go({ ...state, lane: laneAt(event) }, { phase: 'analyse' }),
    },
  },
  analyse: {
    wants(state) {
      const site = siteOf(state)
      const images = site.pages.flatMap(({ pictures }) => pictures.slice(0, 1)).slice(0, mostPictures)
      return {
        ...agentCall<Answer>({
          id: nextId(state, 'analyse', 'site'),
          ...calledRole(siteReverseIdentity, analystRole, { [analystRole]: state.input.analyst }),
          lane: laneOf(state),
          slices: analystSlices(state.input, site, state.problems),
        }),
        ...(images.length === 0 ? {} : { images }),
      }
    },
    outcomes: {
      AgentFinished: (state, _at, event) => analysed(state, event),
      ContractBroken: (state, _at, { problems }) => again(state, problems),
    },
  },
  write: {
    wants: (state, { analysis }) =>
      writeSpec(nextId(state, 'write', 'site'), state.input, siteOf(state), analysis),
    outcomes: { DocumentsEdited: (state, at, event) => written(state, at.analysis, event) },
  },
  close: {
    wants: (state) => closeLane(nextId(state, 'close', 'site'), laneOf(state), state.input.baseBranch),
    outcomes: { LaneClosed: (state, { result }) => go(state, { phase: 'over', result }) },
  },
  over: { wants: (state, { result }) => over(state, result) },
}

/** An analyst that changed files did not keep to its role, so its answer is void. */
function analysed(state: SiteState, { answer, violation }: AgentFinished): SiteState {
  if (violation !== null)
    return again(state, [
      `You changed ${violation.files.join(', ')}. Change nothing, and answer with the analysis.`,
    ])
  if (answer.kind !== 'site-analysis') return again(state, ['The answer has no analysis.'])
  const { analysis } = answer
  const defects = analysisDefects(analysis, siteOf(state).pages)
  return defects.length > 0
    ? again(state, defects)
    : go({ ...state, problems: [] }, { phase: 'write', analysis })
}

/** A file of a person stays. */
function written(
  state: SiteState,
  analysis: SiteAnalysis,
  { refused: [refused] }: DocumentsEdited,
): SiteState {
  if (refused === undefined) return go(state, { phase: 'close', result: { how: 'written', analysis } })
  if (refused.reason === 'invalid')
    return again(state, refused.problems.length === 0 ? [refused.detail] : refused.problems)
  return haltWith(state, { detail: refused.detail, next: 'Move it elsewhere, then: harness resume' })
}

export const siteReversePlaybook = definePlaybook<SiteInput, SiteState, Command>({
  ...siteReverseIdentity,
  initialState: newSiteReverse,
  decide: (state) => decideIn(rooms, state),
  evolve: (state, event) =>
    evolveRun<SiteState, Outcome>(
      state,
      event,
      {
        resumed: (before) => liftStop(before),
        givenUp: (before) => go({ ...before, hurdle: null }, { phase: 'over', result: { how: 'abandoned' } }),
      },
      (before, outcome) =>
        evolveIn(rooms, before, outcome, (tried, answer) =>
          isGranted(answer)
            ? tried
            : halt(tried, {
                exitCode: exitCode.halted,
                reason: `${answer.by} stopped it: ${answer.reason}`,
                next: 'harness resume',
              }),
        ),
    ),
})
