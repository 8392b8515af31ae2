/** Test support: finds a contract of a playbook by its name. */
import { type Contract, contractNamed } from '../answers/contract.ts'

export const contractsOf =
  (...contracts: readonly Contract[]) =>
  (name: string | null): Contract => {
    const contract = contractNamed(name, contracts)
    if (contract === undefined) throw new Error(`no contract is called ${name}`)
    return contract
  }
