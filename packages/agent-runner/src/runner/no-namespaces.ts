/** Names what keeps an installed bubblewrap from making its namespaces, and the cure. Pure. */

/** Settings of the kernel as they are written in /proc/sys; null if this kernel has no such setting. */
export interface NamespaceLimits {
  readonly isRoot: boolean
  readonly isContainer: boolean
  /** user.max_user_namespaces */
  readonly most: string | null
  /** kernel.unprivileged_userns_clone */
  readonly clone: string | null
  /** kernel.apparmor_restrict_unprivileged_userns */
  readonly appArmor: string | null
}

interface Cause {
  readonly holds: (limits: NamespaceLimits) => boolean
  readonly why: string
  readonly next: string
}

const causes: readonly Cause[] = [
  {
    holds: ({ most }) => most === '0',
    why: 'This system allows no user namespaces.',
    next: 'sudo sysctl -w user.max_user_namespaces=15000',
  },
  {
    holds: ({ clone, isRoot }) => clone === '0' && !isRoot,
    why: 'This system lets only root make user namespaces.',
    next: 'sudo sysctl -w kernel.unprivileged_userns_clone=1',
  },
  {
    holds: ({ appArmor, isRoot }) => appArmor === '1' && !isRoot,
    why: 'AppArmor restricts user namespaces here.',
    next: 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
  {
    holds: ({ isContainer }) => isContainer,
    why: 'This is a container, and it may not make namespaces.',
    next: 'start the container with: --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined (or --privileged)',
  },
]

/** `said` is what bubblewrap printed. */
export function explainRefusal(
  said: string,
  limits: NamespaceLimits,
): { readonly why: string; readonly next: string } {
  const found = causes.filter(({ holds }) => holds(limits))
  const why = [
    `bubblewrap does not work here: ${said.trim().replaceAll('\n', '; ')}`,
    ...found.map((it) => it.why),
  ]
  const cures = found.map(({ next }) => next)
  return {
    why: why.join(' '),
    next:
      cures.length === 0
        ? 'Allow user namespaces on this system, then run: harness doctor'
        : cures.join('; '),
  }
}
