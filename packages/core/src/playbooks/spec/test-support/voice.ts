/** Owns the words that specs of the playbook expect. The catalogue of the languages has the real ones. */
import type { GateWords } from '../../../work/voice.ts'
import type { SpecVoice, SpecWords } from '../words.ts'

const gate = <Choice extends string>(
  header: string,
  ...names: readonly Choice[]
): Omit<GateWords<Choice>, 'question'> => ({
  header,
  choices: Object.fromEntries(
    names.map((name) => [name, { label: name, leadsTo: name }]),
  ) as unknown as GateWords<Choice>['choices'],
})

const inLanguage = (language: string): SpecWords => ({
  gates: {
    conventions: { ...gate('scan', 'scan', 'skip'), question: `${language} scan?` },
    scanMissing: { ...gate('missing', 'retry', 'skip'), question: `${language} again?` },
    questions: {
      ...gate('questions', 'answer', 'enough', 'stop'),
      question: (count, round, most) => `${language} ${count} questions, ${round}/${most}`,
      how: 'by number',
    },
  },
  notes: {
    title: 'Notes',
    idea: 'Idea',
    round: (number) => `Round ${number}`,
    why: 'Why',
    options: 'Options',
    answer: 'Answer',
    together: 'Together',
    none: 'None.',
  },
  lines: {
    otherLanguage: (other) => `no texts in ${other}`,
    strayed: (role, files) => `${role} changed ${files}`,
    unparsedLine: (role) => `${role}: no line`,
    sections: (found, wanted) => `${found} of ${wanted} sections`,
    countsCorrected: (said, found) => `${said} -> ${found}`,
  },
  ends: {
    written: (folder) => `written ${folder}`,
    next: (command) => `then ${command}`,
    stopped: 'stopped',
    again: (command) => `again ${command}`,
    noDocument: (role, path) => `${role} wrote no ${path}`,
    noQuestions: (problems) => `no questions: ${problems}`,
    taken: (file) => `taken ${file}`,
    moveAway: (file, command) => `move ${file} or ${command}`,
    nothingWritten: (command) => `nothing written, ${command}`,
  },
  report: {
    title: (idea) => `Spec: ${idea}`,
    files: 'Files',
    findings: 'Findings',
    open: 'Open',
    warnings: 'Warnings',
  },
})

/** A text says its language in front: `ko: …`. */
export const voice: SpecVoice = {
  words: {
    en: inLanguage('en'),
    zh: inLanguage('zh'),
    ja: inLanguage('ja'),
    ko: inLanguage('ko'),
    es: inLanguage('es'),
    de: inLanguage('de'),
    fr: inLanguage('fr'),
  },
  languageOf: (text) => /^([a-z]{2}): /.exec(text)?.[1] ?? null,
}
