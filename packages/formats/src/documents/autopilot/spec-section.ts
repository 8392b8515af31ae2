/** Owns which section of a spec has the phases, and in which form. */
import { type Heading, headingKey, type Outline, type Section, sectionOf } from './markdown-outline.ts'
import { boldForms, headingForms, isPhaseWord, listForms, noForm, type PhaseForm } from './phase-forms.ts'
import { phaseLabel } from './phase-label.ts'
import { tableForms } from './phase-table.ts'

export interface SpecSection {
  readonly section: Section
  /** Whether it is called `Implementation Order`, with no words around. */
  readonly isExact: boolean
  readonly form: PhaseForm
}

const near =
  /^(?:(?:phased |recommended |proposed |suggested )?implementation (?:phases?|plan|sequence|roadmap|steps|stages)|phased implementation|order of implementation|(?:build|execution|delivery) (?:order|phases|plan|sequence))(?:\s*[(—–:-].*)?$/
/** Taken only if the text itself calls them phases. */
const vague =
  /^(?:implementation|phas(?:es|ing)|project phases|rollout(?: (?:plan|order|phases|strategy))?|milestones?|roadmap|delivery|sequencing)(?:\s*[(—–:-].*)?$/

/** How little a heading fits; null if it does not. */
function distanceOf(words: string): number | null {
  const key = headingKey(words)
  if (key === 'implementation order') return 0
  if (key.includes('implementation order')) return 1
  if (near.test(key)) return 2
  return vague.test(key) ? 3 : null
}

/** The best section that has phases, or else the best one; null if there is none. */
export function findSpecSection(outline: Outline): SpecSection | null {
  const candidates = outline.headings
    .flatMap((heading) => {
      const distance = distanceOf(heading.words)
      return distance === null ? [] : [{ heading, distance }]
    })
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 20)
  let first: SpecSection | null = null
  for (const { heading, distance } of candidates) {
    const section = sectionOf(outline, heading, staysInside(heading))
    const form = bestForm(outline, section)
    const isSure = distance < 3 || form.rank < 2
    const found = { section, isExact: distance === 0, form }
    if (form.phases.length > 0 && isSure) return found
    if (distance < 3) first ??= { ...found, form: noForm }
  }
  return first
}

/** Phases may have headings of the section's own level. */
const staysInside =
  (heading: Heading) =>
  (next: Heading): boolean =>
    next.level === heading.level && isPhaseWord(phaseLabel(next.words.replace(/\*\*|__/g, '')))

function bestForm(outline: Outline, section: Section): PhaseForm {
  const forms = [
    ...headingForms(outline, section),
    ...tableForms(outline, section),
    ...listForms(outline, section),
    ...boldForms(outline, section),
  ]
  return forms.reduce((best, form) => (isBetter(form, best) ? form : best), noForm)
}

const isBetter = (form: PhaseForm, best: PhaseForm): boolean =>
  form.rank < best.rank || (form.rank === best.rank && form.phases.length > best.phases.length)
