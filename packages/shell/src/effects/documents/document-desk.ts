/** Owns what reading and editing documents needs: their codecs, their places, and the walks that are kept. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentFile } from '@harness/core/effects/document-file'
import { containedPath } from '@harness/core/kernel/contained-path'
import { InvariantError, invariant } from '@harness/core/kernel/invariant'
import type { AnyCodec, EditWorld } from '@harness/formats/documents/codec/document-codec'
import { isFolder } from '@harness/formats/documents/codec/folder-text'
import { readInside } from '../../machine/disk/inside.ts'
import type { Redactor } from '../../machine/redaction/redactor.ts'
import type { FailurePorts } from '../failure/expected-failure.ts'
import type { BaseSource } from '../lanes/base-source.ts'
import { requireLane } from '../lanes/lane-record.ts'
import { branchReader } from './branch-file.ts'
import { KnownFile } from './known-file.ts'
import { readFolder } from './read-folder.ts'

export interface DocumentPorts extends FailurePorts {
  readonly repoRoot: string
  readonly stateDir: string
  /** The user's data directory; absent if no document is there. */
  readonly dataDir?: string
  readonly base?: BaseSource
  readonly redact: Redactor
}

export interface DocumentKinds {
  /** The codec of each document, by the name that the playbook gives it. */
  readonly codecs: Readonly<Record<string, AnyCodec>>
  /** What the operator runs once a mistake is corrected: `harness handbook`. Null if the mistake says it itself. */
  readonly resume: string | null
}

/** What the effects of documents are performed with. */
export interface DeskPorts {
  readonly desk: DocumentDesk
}

/** Null if there is no such file. */
export type FileReader = (file: DocumentFile) => Promise<Buffer | null>

export class DocumentDesk {
  readonly ports: DocumentPorts
  readonly resume: string | null
  readonly #codecs: DocumentKinds['codecs']
  /** A memo: each holds what its file was walked to, and looks at the file before it answers. */
  readonly #known = new Map<string, KnownFile<unknown, unknown>>()

  constructor(ports: DocumentPorts, { codecs, resume }: DocumentKinds) {
    this.ports = ports
    this.resume = resume
    this.#codecs = codecs
  }

  /** What codecs may ask while they apply an edit. */
  get world(): EditWorld {
    const { repoRoot, redact } = this.ports
    return {
      redact,
      has: (path) => path === '.' || (containedPath(path).ok && existsSync(join(repoRoot, path))),
    }
  }

  codecOf(document: string): AnyCodec {
    const codec = this.#codecs[document]
    invariant(codec !== undefined, `the playbook has no codec for ${document}`)
    return codec
  }

  /** The folder that a file of this place is in. */
  async rootOf(file: DocumentFile): Promise<string> {
    const { repoRoot, stateDir, dataDir } = this.ports
    switch (file.place) {
      case 'checkout':
        return repoRoot
      case 'state':
        return stateDir
      case 'lane':
        return (await requireLane(stateDir, file.lane)).path
      case 'user':
        invariant(dataDir !== undefined, 'this playbook has no documents of the user')
        return dataDir
      case 'base':
      case 'draft':
      case 'history':
        throw new InvariantError(`a document of the place ${file.place} is only read`)
    }
  }

  /** Reads the files of one command: all files of a branch are read from the same commit. */
  reader(): FileReader {
    const readBranch = branchReader(this.ports)
    return async (file) =>
      file.place === 'base' || file.place === 'draft' || file.place === 'history'
        ? readBranch(file)
        : isFolder(file.path)
          ? readFolder(await this.rootOf(file), file.path)
          : readInside(await this.rootOf(file), file.path)
  }

  async knownFile(file: DocumentFile, codec: AnyCodec): Promise<KnownFile<unknown, unknown>> {
    const root = await this.rootOf(file)
    const key = `${root}:${file.path}`
    const known = this.#known.get(key) ?? new KnownFile({ root, path: file.path }, codec)
    this.#known.set(key, known)
    return known
  }
}
