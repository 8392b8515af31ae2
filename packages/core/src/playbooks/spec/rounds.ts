/** Owns the questions of a spec: how many there may be in each round, and what a person's words answer. */

export interface Question {
  readonly text: string
  /** What depends on the answer. */
  readonly why: string
  /** Answers that the person can choose from; may be empty. */
  readonly options: readonly string[]
}

/** Questions that a person was asked together. */
export interface Round {
  readonly questions: readonly Question[]
  /** One for each question; null if it stays open. */
  readonly answers: readonly (string | null)[]
  /** Words that name no question, and are about all of them; null if there are none. */
  readonly together: string | null
}

/** How many questions each round may ask. */
export const questionsInRound = [5, 3, 3] as const

export const unconfirmed = '[unconfirmed]'

/** `1: yes; 2: no` answers the first two. Words without numbers answer the only question, or all of them together. */
export function answeredRound(questions: readonly Question[], words: string): Round {
  const said = words.trim()
  const numbered = numberedIn(said, questions.length)
  if (numbered !== null)
    return { questions, answers: questions.map((_, nth) => numbered.get(nth + 1) ?? null), together: null }
  if (questions.length === 1 && said !== '') return { questions, answers: [said], together: null }
  return { questions, answers: questions.map(() => null), together: said === '' ? null : said }
}

const mark = /(?:^|[\n;；])\s*(\d{1,2})\s*[.):：、]\s*/g

/** Null if the words do not start with the number of a question. */
function numberedIn(words: string, most: number): ReadonlyMap<number, string> | null {
  const marks = [...words.matchAll(mark)].filter(
    ([, number]) => Number(number) >= 1 && Number(number) <= most,
  )
  if (marks[0]?.index !== 0) return null
  return new Map(
    marks
      .map(({ index, 0: all, 1: number }, nth): [number, string] => [
        Number(number),
        words.slice(index + all.length, marks[nth + 1]?.index).trim(),
      ])
      .filter(([, answer]) => answer !== ''),
  )
}

/** Words about all questions together leave none of them open. */
export const openIn = ({ questions, answers, together }: Round): readonly Question[] =>
  together !== null ? [] : questions.filter((_, nth) => answers[nth] === null)
