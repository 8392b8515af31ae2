/** Test support: a voice that says which words it was asked for, so that specs depend on no wording. */
import { type GateWords, type Language, languages } from '../../../work/voice.ts'
import { phaseLabels } from '../input.ts'
import type { Words, WorkflowVoice } from '../words.ts'

const choicesOf = {
  mode: ['standard', 'single', 'multi'],
  model: ['default', 'all-opus', 'balanced', 'economy', 'other'],
  conventions: ['scan', 'skip'],
  scanMissing: ['retry', 'skip'],
  spec: ['proceed', 'modify', 'stop'],
  verify: ['auto-fix', 'continue', 'stop'],
  autofix: ['apply', 'reject', 'stop'],
  layer2: ['fix', 'accept'],
  layer3: ['fix', 'accept'],
  commit: ['code', 'all', 'none'],
} as const

const told =
  (key: string) =>
  (...args: readonly unknown[]): string =>
    [key, ...args].join(' ')

/** Any name gives a text with that name. */
const anything = new Proxy({}, { get: (_, key) => told(String(key)) })

function gateWords(language: Language): Words['gates'] {
  const one = (gate: keyof typeof choicesOf): Omit<GateWords<string>, 'question'> => ({
    header: `${language} ${gate}`,
    choices: Object.fromEntries(
      choicesOf[gate].map((name) => [name, { label: name, leadsTo: `to ${name}` }]),
    ),
  })
  const gates = Object.keys(choicesOf).map((gate) => [
    gate,
    {
      ...one(gate as keyof typeof choicesOf),
      question: ['verify', 'autofix', 'layer2', 'layer3'].includes(gate) ? told(`${gate}?`) : `${gate}?`,
      again: told('again'),
      low: '(low)',
      unlayered: told('unlayered?'),
      accepted: 'accepted?',
      failed: 'failed?',
    },
  ])
  return Object.fromEntries(gates) as Words['gates']
}

const plainWords = (language: Language): Words => ({
  gates: gateWords(language),
  phases: Object.fromEntries(phaseLabels.map((label) => [label, label])) as Words['phases'],
  lines: anything as Words['lines'],
  ends: new Proxy(
    {},
    {
      get: (_, key) =>
        ['passed', 'accepted', 'stoppedAtSpec'].includes(String(key)) ? String(key) : told(String(key)),
    },
  ) as Words['ends'],
})

/** Words in brackets name their language: `[de] …`. */
export const plainVoice: WorkflowVoice = {
  words: Object.fromEntries(languages.map((one) => [one, plainWords(one)])) as WorkflowVoice['words'],
  languageOf: (text) => /^\[(\w+)\]/.exec(text)?.[1] ?? null,
}
