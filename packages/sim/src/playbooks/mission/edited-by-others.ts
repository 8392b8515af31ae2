/** What others do to the documents, as the checkers hear of it. */
export const editedByOthers = 'documents edited by others'
