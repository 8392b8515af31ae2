/**
 * Owns when a change of a document can be the work of an agent or a check. In an unconfined run such a program can write
 * wherever the operator can. It counts as working from its start until a look at the documents that began after its end.
 * A confined program reaches no document, so it is never watched.
 */

export interface Watch {
  /** If a sandbox holds what the run starts from here on. */
  readonly confined: boolean
  /** Unconfined programs that worked since the last look at the documents, the first few: `work/1.1/1`. */
  readonly watched: readonly string[]
  /** Of those, what was under way since the latest look began: it may write after that, and end before the look is known. */
  readonly besideLook: readonly string[]
}

export const nothingWatched: Watch = { confined: false, watched: [], besideLook: [] }

/** `20261116-120000/work/F-001/1` is of this run. */
const withoutRun = (id: string): string => id.slice(id.indexOf('/') + 1)

/** After a start or a resume. `atWork` are the programs that the process starts again. */
export const driven = <State extends Watch>(
  state: State,
  { confined = false }: { readonly confined?: boolean },
  atWork: readonly string[],
): State => atWork.reduce<State>(programBegan, { ...state, confined })

export const programBegan = <State extends Watch>(state: State, id: string): State => {
  if (state.confined) return state
  const name = withoutRun(id)
  const [watched, besideLook] = [withName(state.watched, name), withName(state.besideLook, name)]
  const isSame = watched === state.watched && besideLook === state.besideLook
  // Most events of a long run come by here.
  return isSame ? state : { ...state, watched, besideLook }
}

/** A person is told these; a run that looks at no document for a day must not grow by them. */
const mostNamed = 8

const withName = (names: readonly string[], name: string): readonly string[] =>
  names.length >= mostNamed || names.includes(name) ? names : [...names, name]

/** `atWork` are the programs that are under way. */
export const lookBegan = <State extends Watch>(state: State, atWork: readonly string[]): State => ({
  ...state,
  besideLook: state.confined ? [] : atWork.map(withoutRun),
})

export const looked = <State extends Watch>(state: State): State => ({ ...state, watched: state.besideLook })
