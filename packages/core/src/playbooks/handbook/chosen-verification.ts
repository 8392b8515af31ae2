/** Owns which commands verify the prompts of a handbook: the config's word, else its checks, else npm scripts. */
import type { Check } from '../../kernel/check.ts'
import { defaultVerification, type Verification } from './input.ts'

/** `handbook.verification` of the config; null if it does not say. */
export interface ConfiguredVerification {
  readonly always: readonly Check[] | null
  readonly paths: readonly string[]
  readonly whereTouched: readonly Check[] | null
}

/** `scripts` are those of the committed package.json. Nothing verifies a prompt if `always` comes out empty. */
export function chosenVerification(
  configured: ConfiguredVerification,
  checks: readonly Check[],
  scripts: readonly string[],
): Verification {
  const inPackage = (one: Check): boolean => scripts.includes(one.run.replace('npm run ', ''))
  const always =
    configured.always ?? (checks.length > 0 ? checks : defaultVerification.always.filter(inPackage))
  const isNew = (one: Check): boolean => !always.some(({ name, run }) => name === one.name || run === one.run)
  const builds = defaultVerification.whereTouched.checks.filter((one) => inPackage(one))
  return {
    always,
    whereTouched: {
      paths: configured.paths,
      checks: configured.whereTouched ?? builds.map(afterOthers).filter(isNew),
    },
  }
}

/** A build needs what the one before it makes, and each check begins in a clean room. */
const afterOthers = (check: Check, index: number, builds: readonly Check[]): Check => ({
  ...check,
  run: builds
    .slice(0, index + 1)
    .map(({ run }) => run)
    .join(' && '),
})
