/** The part of a config that leaves agents and checks without a sandbox: they can write wherever the operator can. */
export const unconfined: Readonly<Record<string, unknown>> = { sandbox: 'off' }
