/** Owns the model presets: which grade of model each tier gets. Concrete models are the config's. */
import type { ModelTier } from '../kernel/agent.ts'

export const grades = ['opus', 'sonnet', 'haiku'] as const
export type Grade = (typeof grades)[number]

export const presetNames = ['default', 'all-opus', 'balanced', 'economy'] as const
export type PresetName = (typeof presetNames)[number]

/** Null leaves a tier to the config, as the preset `default` does. */
export interface ModelConfig {
  readonly preset: PresetName | 'custom'
  readonly executor: Grade | null
  readonly advisor: Grade | null
  readonly evaluator: Grade | null
  readonly verifier: Grade
}

type Preset = Omit<ModelConfig, 'verifier'>

export const presets: Readonly<Record<PresetName, Preset>> = {
  default: { preset: 'default', executor: null, advisor: null, evaluator: null },
  'all-opus': { preset: 'all-opus', executor: 'opus', advisor: 'opus', evaluator: 'opus' },
  balanced: { preset: 'balanced', executor: 'sonnet', advisor: 'opus', evaluator: 'opus' },
  economy: { preset: 'economy', executor: 'haiku', advisor: 'sonnet', evaluator: 'sonnet' },
}

export const isGrade = (name: string): name is Grade => (grades as readonly string[]).includes(name)

const tiers = ['executor', 'advisor', 'evaluator'] as const

/** A preset's name, or `executor:<grade>,advisor:<grade>,evaluator:<grade>`; null if it is neither. */
export function parseModelConfig(given: string): Preset | null {
  const text = given.trim()
  if (Object.hasOwn(presets, text)) return presets[text as PresetName]
  const parts = text.split(',').map((part) => part.split(':').map((side) => side.trim()))
  const named = new Map<string, Grade>()
  for (const [tier = '', grade = '', ...more] of parts) {
    const isTier = (tiers as readonly string[]).includes(tier)
    if (more.length > 0 || !isTier || !isGrade(grade) || named.has(tier)) return null
    named.set(tier, grade)
  }
  const gradeOf = (tier: (typeof tiers)[number]): Grade | null => named.get(tier) ?? presets.balanced[tier]
  return {
    preset: 'custom',
    executor: gradeOf('executor'),
    advisor: gradeOf('advisor'),
    evaluator: gradeOf('evaluator'),
  }
}

export const gradeOf = (config: ModelConfig, tier: ModelTier): Grade | null => config[tier]

/** The grades that are wanted, and the provider has no model for. Nothing is known without a provider. */
export function missingGrades(
  wanted: Preset | null,
  models: GradedModels,
  provider: string | undefined,
): readonly Grade[] {
  if (provider === undefined) return []
  const tiered = new Set([wanted?.executor, wanted?.advisor, wanted?.evaluator])
  return grades.filter((grade) => tiered.has(grade) && models[provider]?.[grade] === undefined)
}

/** What the config says: models by provider and grade. */
export type GradedModels = Readonly<Record<string, Partial<Readonly<Record<Grade, string>>>>>

/** The model of a grade by provider, as an agent's call wants it; undefined if nothing is wanted. */
export function modelsOf(
  models: GradedModels,
  grade: Grade | null,
): Readonly<Record<string, string>> | undefined {
  if (grade === null) return undefined
  const known = Object.entries(models).flatMap(([provider, byGrade]) => {
    const model = byGrade[grade]
    return model === undefined ? [] : [[provider, model] as const]
  })
  return known.length === 0 ? undefined : Object.fromEntries(known)
}
