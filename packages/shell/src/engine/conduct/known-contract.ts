/** Owns the refusal of a contract that the run's playbook does not bring. */
import type { KnownRole } from '@harness/core/kernel/playbook-identity'
import { UserError } from '@harness/core/kernel/user-error'
import { type Contract, contractNamed } from '@harness/formats/answers/contract'

/** Throws if the playbook has no such contract. */
export function knownContract(name: string | null, contracts: readonly Contract[] = []): Contract {
  const contract = contractNamed(name, contracts)
  if (contract === undefined)
    throw contractUnknown(`No contract is called ${JSON.stringify(name)}.`, contracts)
  return contract
}

interface Contracted {
  readonly playbook: { readonly name: string }
  readonly roles?: readonly KnownRole[]
  readonly contracts?: readonly Contract[]
}

/** Throws if a role has a contract that its playbook does not bring. Nothing has been changed by then. */
export function refuseUnknownContracts({ playbook, roles = [], contracts = [] }: Contracted): void {
  const wrong = roles.find(({ contract }) => contractNamed(contract, contracts) === undefined)
  if (wrong === undefined) return
  const { role, contract } = wrong
  throw contractUnknown(
    `The ${role} of the playbook ${playbook.name} has the contract ${JSON.stringify(contract)}, which the playbook does not bring.`,
    contracts,
  )
}

const contractUnknown = (message: string, contracts: readonly Contract[]): UserError =>
  new UserError('contract-unknown', message, {
    next:
      contracts.length === 0
        ? 'Add it to the contracts of the playbook.'
        : `Add it to the contracts of the playbook, or use one of these: ${contracts.map(({ name }) => name).join(', ')}`,
  })
