/** Prints `qa_notes.md`: what a person was asked, what they answered, and what stays open. */
import { type Question, type Round, unconfirmed } from './rounds.ts'
import type { SpecWords } from './words.ts'

export function qaNotes(idea: string, rounds: readonly Round[], { notes }: SpecWords): string {
  const asked = rounds.map((round, nth) =>
    [`## ${notes.round(nth + 1)}`, ...inRound(round, notes)].join('\n\n'),
  )
  return [`# ${notes.title}`, `## ${notes.idea}`, idea.trim(), ...(asked.length === 0 ? [notes.none] : asked)]
    .join('\n\n')
    .concat('\n')
}

function inRound({ questions, answers, together }: Round, notes: SpecWords['notes']): readonly string[] {
  const each = questions.map((question, nth) => {
    const answer = answers[nth] ?? (together === null ? unconfirmed : null)
    return [
      ...questionLines(question, nth + 1, notes),
      ...(answer === null ? [] : ['', `${notes.answer}: ${answer}`]),
    ].join('\n')
  })
  return together === null ? each : [...each, `${notes.together}: ${together}`]
}

/** As a gate shows it too. */
export const questionLines = (
  { text, why, options }: Question,
  number: number,
  notes: Pick<SpecWords['notes'], 'why' | 'options'>,
): readonly string[] => [
  `**${number}. ${text}**`,
  ...(why === '' ? [] : ['', `${notes.why}: ${why}`]),
  ...(options.length === 0 ? [] : ['', `${notes.options}: ${options.join(' · ')}`]),
]
