/** Where the runs of a repository's handbook are kept and by which name they are called: there is one handbook. */
export const handbookSubject = 'handbook'
