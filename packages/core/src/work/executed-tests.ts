/** Owns how many tests a check executed, and if one that must fail did, in words. */
import { counted } from '../kernel/counted.ts'
import type { Evidence } from '../kernel/evidence.ts'

export const describeExecuted = (item: Evidence): string =>
  `${number(item)}${item.control === 'none' ? ', no control test' : ''}`

function number({ executed, executedOnBase }: Evidence): string {
  if (typeof executed !== 'number') return 'number of tests unknown'
  const base = typeof executedOnBase === 'number' ? `, ${executedOnBase} on the base` : ''
  return `${counted(executed, 'test')} executed${base}`
}
