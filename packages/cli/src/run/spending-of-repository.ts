/** Owns what all runs of a repository spent today and in the window of its budget, and which providers refuse until when. */
import { providerNames } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import { costText, tokensText, waitText } from '@harness/formats/text/amounts'
import { closedUntil } from '@harness/shell/effects/agents/windows/windows-file'
import { callsSince } from '@harness/shell/store/sidecars/token-records'
import { type LookingContext, lookAtTarget } from './target/look-at-target.ts'

export interface Spending {
  /** Since midnight, local time. */
  readonly today: { readonly tokens: number; readonly usd: number; readonly unpricedCalls: number }
  /** Null if no config can be read. */
  readonly window: { readonly tokens: number; readonly ceilingTokens: number; readonly days: number } | null
  /** Subscriptions whose limit is reached, and when it is reset. */
  readonly closed: readonly { readonly provider: string; readonly until: number }[]
}

const dayMs = 24 * 60 * 60 * 1000

export async function spendingOf(context: LookingContext, stateDir: string, now: number): Promise<Spending> {
  const budget = await budgetOf(context)
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const since = budget === null ? midnight : Math.min(midnight, now - budget.windowMs)
  const calls = await callsSince(stateDir, since)
  const tokensFrom = (moment: number): number =>
    calls
      .filter(({ at }) => at >= moment)
      .reduce((tokens, { inputTokens, outputTokens }) => tokens + inputTokens + outputTokens, 0)
  const ofToday = calls.filter(({ at }) => at >= midnight)
  return {
    today: {
      tokens: tokensFrom(midnight),
      usd: ofToday.reduce((usd, { costCents }) => usd + (costCents ?? 0) / 100, 0),
      unpricedCalls: ofToday.filter(({ costCents }) => costCents === null).length,
    },
    window:
      budget === null
        ? null
        : {
            tokens: tokensFrom(now - budget.windowMs),
            ceilingTokens: budget.ceilingTokens,
            days: budget.windowMs / dayMs,
          },
    closed: providerNames.flatMap((provider) => {
      const until = closedUntil(stateDir, provider, now)
      return until === null ? [] : [{ provider, until }]
    }),
  }
}

export function spendingText({ today, window }: Spending): string {
  const ofToday = `today ${tokensText(today.tokens)}, ${costText(today)}`
  if (window === null) return ofToday
  const { tokens, ceilingTokens, days } = window
  const over = tokens < ceilingTokens ? '' : '; the ceiling is reached'
  return `${ofToday}; ${tokensText(tokens).replace(' tokens', '')} of ${tokensText(ceilingTokens)} in ${days === 1 ? 'a day' : `${days} days`}${over}`
}

export const closedText = ({ provider, until }: Spending['closed'][number], now: number): string =>
  `${provider} has reached its limit until ${waitText(until, now)}`

async function budgetOf(context: LookingContext) {
  try {
    return (await lookAtTarget(context)).config.budget
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}
