/** Prints a planned handbook as the two files that people and the executor read. */
import type {
  PlannedHandbook,
  PlannedPhase,
  PlannedPrompt,
} from '@harness/core/playbooks/handbook/planned-handbook'

export interface PrintedHandbook {
  readonly handbook: string
  readonly skeleton: string
}

export const printHandbook = (plan: PlannedHandbook): PrintedHandbook => ({
  handbook: `${[
    '# Impeccable handbook',
    ...(plan.determinismNotes.length === 0
      ? []
      : ['## Determinism notes', plan.determinismNotes.map((note) => `- ${note}`).join('\n')]),
    ...plan.phases.flatMap(printPhase),
  ].join('\n\n')}\n`,
  skeleton: `${JSON.stringify(
    plan.phases.flatMap(({ number, prompts }) => prompts.map((prompt) => entryOf(number, prompt))),
    null,
    2,
  )}\n`,
})

const printPhase = ({ number, title, preamble, prompts, close }: PlannedPhase): readonly string[] => [
  `## Phase ${number} — ${title}`,
  ...(preamble === '' ? [] : [preamble]),
  ...prompts.flatMap(printPrompt),
  ...(close === null || (close.commands.length === 0 && close.prompt === null)
    ? []
    : [
        `### Phase ${number} close`,
        ...(close.commands.length === 0 ? [] : [['```sh', ...close.commands, '```'].join('\n')]),
        ...(close.prompt === null ? [] : [`> ${close.prompt}`]),
      ]),
]

const printPrompt = (prompt: PlannedPrompt): readonly string[] => [
  `### ${prompt.id} ${prompt.title}`,
  `> ${prompt.text}\n\n<!-- scope: ${scopeOf(prompt)} -->\n\n- [ ] COMPLETE`,
]

const scopeOf = (prompt: PlannedPrompt): string =>
  [
    `paths={${prompt.paths.join(', ')}}`,
    `symbols={${prompt.symbols.join(', ')}}`,
    `budget=loc:${sizeOf(prompt.loc, prompt.locFloor)},files:${sizeOf(prompt.files, prompt.filesFloor)}`,
    `expected_signal=${prompt.expectedSignal}`,
    `success="${quoted(prompt.success)}"`,
    `failure_modes="${quoted(prompt.failureModes)}"`,
  ].join('; ')

const sizeOf = (size: number | null, floor: number): string =>
  `${size ?? '∞'}${floor === 0 ? '' : `±${floor}`}`

const quoted = (text: string): string => text.replace(/["\\]/g, '\\$&')

const entryOf = (phase: number, prompt: PlannedPrompt) => ({
  id: prompt.id,
  phase,
  verb: prompt.verb,
  anchors: {
    paths: prompt.paths,
    product_md_rules: prompt.productRules,
    design_md_rules: prompt.designRules,
  },
  sizing: {
    loc: prompt.loc,
    loc_floor: prompt.locFloor,
    files: prompt.files,
    files_floor: prompt.filesFloor,
    confidence: prompt.confidence,
  },
  expected_signal: prompt.expectedSignal,
  paired_with: prompt.pairedWith,
  depends_on: prompt.dependsOn,
})
