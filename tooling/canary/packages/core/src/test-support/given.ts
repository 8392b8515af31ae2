import 'vitest'

export const given = 1
