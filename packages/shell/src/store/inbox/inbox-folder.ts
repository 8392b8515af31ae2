/** Owns the folders of a run's inbox. What begins with a dot is still being written. */
import { join } from 'node:path'

export const inboxOf = (runDir: string): string => join(runDir, 'inbox')
export const takenOf = (inbox: string): string => join(inbox, 'taken')

export const refusedOf = (inbox: string): string => join(inbox, 'refused')

export const isWordFile = (name: string): boolean => name.endsWith('.json') && !name.startsWith('.')

export const isAnswerFile = (name: string): boolean => name.startsWith('answer-') && isWordFile(name)
