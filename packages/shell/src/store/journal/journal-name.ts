/** The name of a run's journal in its folder, for those that only look whether there is one. */
export const journalFileName = 'journal.ndjson'
