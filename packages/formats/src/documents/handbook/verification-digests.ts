/** How sidecars of a handbook tell what verification showed: by the name of each check. */
import type { Evidence } from '@harness/core/kernel/evidence'
import type { TreeHash } from '@harness/core/kernel/ids'
import * as z from 'zod'

const text = z.string().default('')

/** Other implementations write a line of words instead. */
const digest = z.union([
  z.looseObject({
    run: text,
    exit_code: z.int().nullable().default(null),
    duration_ms: z.number().min(0).default(0),
    /** Of both streams as they came. */
    sha256: text,
    tail: text,
    problem: z.string().nullable().default(null),
    tree: text,
    claims: z.array(z.string()).default([]),
    /** How many tests it executed; null if the output did not tell. */
    executed: z.int().nullable().default(null),
  }),
  z.string(),
])

/** `check`, `test`, `build_data` and `build`, and whatever else is configured; null if one did not run. */
export const verificationDigests = z
  .record(z.string(), digest.nullable())
  .nullish()
  .transform((digests) => digests ?? {})

type VerificationDigests = z.output<typeof verificationDigests>

export const digestsOf = (evidence: readonly Evidence[]): VerificationDigests => ({
  check: null,
  test: null,
  build_data: null,
  build: null,
  ...Object.fromEntries(
    evidence.map((one) => [
      one.check,
      {
        run: one.run,
        exit_code: one.exitCode,
        duration_ms: one.durationMs,
        sha256: one.outputDigest,
        tail: one.outputTail,
        problem: one.problem,
        tree: one.tree,
        claims: [...one.claims],
        executed: one.executed ?? null,
      },
    ]),
  ),
})

/** What others wrote in words proves nothing, so it has no exit code. */
export const evidenceOf = (digests: VerificationDigests): readonly Evidence[] =>
  Object.entries(digests).flatMap(([check, one]) => {
    if (one === null) return []
    const { run, exit_code, duration_ms, sha256, tail, problem, tree, claims, executed } =
      typeof one === 'string' ? { ...nothingKnown, tail: one } : one
    return [
      {
        check,
        run,
        exitCode: exit_code,
        durationMs: duration_ms,
        outputDigest: sha256,
        outputTail: tail,
        problem,
        tree: tree as TreeHash,
        claims,
        executed,
      },
    ]
  })

const nothingKnown = {
  run: '',
  exit_code: null,
  duration_ms: 0,
  sha256: '',
  problem: null,
  tree: '',
  claims: [],
  executed: null,
}
