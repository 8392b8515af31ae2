/** Keeps an unfinished mission to the checkout in which its features, contract and memory lie. */
import type { MissionState } from '@harness/core/playbooks/mission/state'
import { guardCheckout } from '../playbook-run/guard-checkout.ts'

export const giveUpMission = 'harness refuse mission --give-up -m "why"'

export const guardMissionCheckout = ({ input }: MissionState, repoRoot: string): void =>
  guardCheckout({ what: 'mission', checkout: input.checkout, giveUp: giveUpMission }, repoRoot)
