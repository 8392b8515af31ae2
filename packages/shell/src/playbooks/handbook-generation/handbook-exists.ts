/** Owns what the operator is told if a handbook is there already. */
import { UserError } from '@harness/core/kernel/user-error'
import { replaceAdvice } from '@harness/core/playbooks/handbook-generation/documents'

export const handbookExists = (files: readonly string[]): UserError =>
  new UserError('handbook-exists', `There is a handbook already: ${files.join(', ')}.`, {
    next: replaceAdvice,
  })
