/** Owns where context can come from. Apart from the parser, so that help and completion need not load that. */
export const contextSources = ['slack', 'email', 'jira', 'wiki', 'other'] as const
export type ContextSource = (typeof contextSources)[number]
