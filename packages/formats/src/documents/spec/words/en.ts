/** Owns what the making of a spec says in English. */
import type { SpecTexts } from './texts.ts'

export const english: SpecTexts = {
  gates: {
    questions: {
      header: 'Questions',
      question: (count, round, most) =>
        count === 1
          ? `One question about the spec (round ${round} of ${most}).`
          : `${count} questions about the spec (round ${round} of ${most}).`,
      how: 'Answer by number: 1: …; 2: …. What you leave out is marked [unconfirmed].',
      choices: {
        answer: { label: 'Answer', leadsTo: 'Record the answers and go on' },
        enough: { label: 'Enough', leadsTo: 'Ask nothing more; open questions are marked [unconfirmed]' },
        stop: { label: 'Stop', leadsTo: 'End here; nothing is written' },
      },
    },
  },
  notes: {
    title: 'Questions and answers',
    idea: 'Idea',
    round: (number) => `Round ${number}`,
    why: 'Why',
    options: 'Options',
    answer: 'Answer',
    together: 'Answer to all of them',
    none: 'No question was asked.',
  },
  lines: {
    otherLanguage: (language) => `ℹ There are no texts in "${language}" yet. English is used.`,
    strayed: (role, files) => `⚠ ${role} changed files that are not its own. They were put back: ${files}`,
    unparsedLine: (role) => `⚠ ${role}: 1-line return parse failed — its file is used as it is`,
    sections: (found, wanted) => `⚠ The draft has ${found} of ${wanted} sections`,
    countsCorrected: (said, found) =>
      `⚠ The critic said “${said}”. Its file says “${found}”, and that counts.`,
  },
  ends: {
    written: (folder) => `The spec draft, its questions and its findings are in ${folder}`,
    next: (command) => `Read the draft and change what you want; then: ${command}`,
    stopped: 'Stopped at the questions. Nothing was written.',
    again: (command) => `Start again: ${command}`,
    noDocument: (role, path) => `✗ ${role} finished without writing ${path}`,
    noQuestions: (problems) => `✗ The interviewer asked no questions that can be read: ${problems}`,
    taken: (file) => `✗ ${file} is there already and is not from this run. Nothing was written.`,
    moveAway: (file, command) =>
      `Move ${file} away, then: harness resume; or give this run up and start again: ${command}`,
    nothingWritten: (command) => `Nothing was written. Start again: ${command}`,
  },
  report: {
    title: (idea) => `Spec: ${idea}`,
    files: 'Files',
    findings: 'Findings of the critic',
    open: 'Open questions [unconfirmed]',
    warnings: 'Warnings',
  },
  refusals: {
    exclusive: (one, other) => `${one} and ${other} exclude each other.`,
    emptyIdea: { said: 'The idea is empty.', next: (command) => `Say what you want: ${command}` },
    nameFolder: (option) => `Name a folder inside the repository, such as docs/harness: ${option}`,
    otherIdea: {
      said: (idea) => `The unfinished spec here is about another idea: ${idea}`,
      next: (resume, giveUp) => `Resume it without an idea: ${resume}; or give it up first: ${giveUp}`,
    },
  },
}
