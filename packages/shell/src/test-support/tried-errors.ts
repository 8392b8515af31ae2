/** Test support: the errors that a real agent program is made to return. */
import type { ProviderUnderTest } from '@harness/agent-runner/test-support/provider.contract'
import { tried } from '@harness/formats/test-support/runs'

/** They come as others do and differ by their code, of which the tests of `claude-error.ts` and `codex-error.ts` are. */
const alike: readonly string[] = ['overloaded', 'billing', 'invalid']

export const triedErrors = ({ errors }: Pick<ProviderUnderTest, 'errors'>): ProviderUnderTest['errors'] =>
  tried(
    errors.filter((kind) => !alike.includes(kind)),
    errors.filter((kind) => alike.includes(kind)),
  )
