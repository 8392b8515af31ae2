/** Chooses among the levels of effort that an ACP agent offers: the one that is asked for, else the nearest. Pure. */
import { type EffortLevel, effortLevels } from '@harness/core/kernel/agent'
import { type AcpChoice, fieldsOf } from './acp-shapes.ts'

export type EffortChoice =
  | { readonly kind: 'set'; readonly configId: string; readonly value: string }
  | { readonly kind: 'is set' }
  /** The agent keeps its own effort. */
  | { readonly kind: 'none'; readonly why: string }

export function effortChoice(wanted: EffortLevel, offered: readonly AcpChoice[]): EffortChoice {
  const choice = offered.find(({ category }) => category === 'thought_level')
  if (choice?.id === undefined) return { kind: 'none', why: 'it offers no choice of effort' }
  const values = valuesOf(choice.options)
  const value = nearest(wanted, values)
  if (value === null) return { kind: 'none', why: `its levels of effort are others: ${values.join(', ')}` }
  return value === choice.currentValue ? { kind: 'is set' } : { kind: 'set', configId: choice.id, value }
}

/** An agent may put its values into groups. */
const valuesOf = (options: AcpChoice['options']): readonly string[] =>
  (options ?? []).flatMap((option) => {
    const { value, options: grouped } = fieldsOf(option)
    if (typeof value === 'string') return [value]
    return Array.isArray(grouped) ? valuesOf(grouped) : []
  })

/** Between two that are as near, the lower one. Null if no value is a level. */
function nearest(wanted: EffortLevel, values: readonly string[]): string | null {
  const known = values.flatMap((value) => {
    const rank = (effortLevels as readonly string[]).indexOf(value.toLowerCase())
    return rank === -1 ? [] : [{ value, rank }]
  })
  const asked = effortLevels.indexOf(wanted)
  const byDistance = known.toSorted(
    (a, b) => Math.abs(a.rank - asked) - Math.abs(b.rank - asked) || a.rank - b.rank,
  )
  return byDistance[0]?.value ?? null
}
