/** Owns what reading and editing documents needs: their codecs, their places, and the walks that are kept. */
import type { DocumentFile } from '@harness/core/effects/document-file'
import { invariant } from '@harness/core/kernel/invariant'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { readInside } from '../../machine/disk/inside.ts'
import type { Redactor } from '../../machine/redaction/redactor.ts'
import type { FailurePorts } from '../failure/expected-failure.ts'
import { KnownFile } from './known-file.ts'

export interface DocumentPorts extends FailurePorts {
  readonly repoRoot: string
  readonly redact: Redactor
}

export interface DocumentKinds {
  /** The codec of each document, by the name that the playbook gives it. */
  readonly codecs: Readonly<Record<string, AnyCodec>>
  /** What the operator runs once a mistake is corrected: `harness handbook`. */
  readonly resume: string
}

/** What the effects of documents are performed with. */
export interface DeskPorts {
  readonly desk: DocumentDesk
}

export class DocumentDesk {
  readonly ports: DocumentPorts
  readonly resume: string
  readonly #codecs: DocumentKinds['codecs']
  /** A memo: each holds what its file was walked to, and looks at the file before it answers. */
  readonly #known = new Map<string, KnownFile<unknown, unknown>>()

  constructor(ports: DocumentPorts, { codecs, resume }: DocumentKinds) {
    this.ports = ports
    this.resume = resume
    this.#codecs = codecs
  }

  codecOf(document: string): AnyCodec {
    const codec = this.#codecs[document]
    invariant(codec !== undefined, `the playbook has no codec for ${document}`)
    return codec
  }

  /** The folder that a file of this place is in. */
  rootOf({ place }: DocumentFile): string {
    invariant(place === 'checkout', `no document of this playbook is in the place ${place}`)
    return this.ports.repoRoot
  }

  /** Null if there is no such file. */
  bytesOf(file: DocumentFile): Promise<Buffer | null> {
    return readInside(this.rootOf(file), file.path)
  }

  knownFile(file: DocumentFile, codec: AnyCodec): KnownFile<unknown, unknown> {
    const key = `${file.place}:${file.path}`
    const known = this.#known.get(key) ?? new KnownFile({ root: this.rootOf(file), path: file.path }, codec)
    this.#known.set(key, known)
    return known
  }
}
