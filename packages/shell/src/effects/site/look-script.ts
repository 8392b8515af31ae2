/**
 * The script that reads a page's look. It runs in a world of its own, where the page's scripts cannot replace anything.
 * Named elements can hide the properties of a document or a form, so it calls the prototypes. It looks at the first
 * elements only.
 */

/** Elements that are looked at. */
const mostElements = 20_000

const script = (most: number): string => `(() => {
  const all = (root, selector) => (root === document ? Document : Element).prototype.querySelectorAll.call(root, selector)
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name)
  const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent').get
  const tagOf = Object.getOwnPropertyDescriptor(Element.prototype, 'localName').get
  const said = (element) => String(textOf.call(element) || '').slice(0, 2000).replace(/\\s+/g, ' ').trim().slice(0, 200)
  const absolute = (href) => { try { return new URL(href, base).href.slice(0, 2000) } catch { return '' } }
  const first = (list, count, read) => {
    const read_ = []
    for (let at = 0; at < list.length && read_.length < count; at++) {
      const one = read(list[at])
      if (one !== null) read_.push(one)
    }
    return read_
  }
  const baseElement = all(document, 'base[href]')[0]
  let base = location.href
  if (baseElement) base = absolute(attribute(baseElement, 'href')) || base
  const byId = (id) => Document.prototype.getElementById.call(document, id)
  const labelOf = (element) => {
    const label = attribute(element, 'aria-label')
    if (label) return label
    const labelled = attribute(element, 'aria-labelledby')
    const named = labelled ? labelled.split(/\\s+/).map(byId).filter(Boolean).map(said).join(' ') : ''
    if (named) return named
    const id = attribute(element, 'id')
    const own = id ? all(document, 'label[for="' + CSS.escape(id) + '"]')[0] : null
    const around = Element.prototype.closest.call(element, 'label')
    return (own && said(own)) || (around && said(around)) || said(element) ||
      attribute(element, 'placeholder') || attribute(element, 'name') || attribute(element, 'value') || attribute(element, 'title') || ''
  }
  const kindOf = (element) => {
    const role = attribute(element, 'role')
    if (role) return role
    const tag = tagOf.call(element)
    return tag === 'input' ? 'input ' + (attribute(element, 'type') || 'text') : tag
  }
  const silent = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object'])
  const walker = Document.prototype.createTreeWalker.call(document, document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, {
    acceptNode: (node) => node.nodeType === 1 && silent.has(tagOf.call(node)) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  })
  let words = '', whole = 0, steps = 0
  for (let node = walker.nextNode(); node && steps < ${most}; node = walker.nextNode(), steps++) {
    if (node.nodeType !== 3) continue
    const text = String(textOf.call(node)).slice(0, 20000).replace(/\\s+/g, ' ').trim()
    whole += text.length
    if (text && words.length < 20000) words += (words ? ' ' : '') + text
  }
  const landmarks = { header: 'banner', nav: 'navigation', main: 'main', aside: 'complementary', footer: 'contentinfo', search: 'search' }
  const titleElement = all(document, 'title')[0]
  return {
    title: titleElement ? said(titleElement) : '',
    text: words.slice(0, 20000),
    wholeText: whole,
    elements: Document.prototype.getElementsByTagName.call(document, '*').length,
    headings: first(all(document, 'h1,h2,h3,h4,h5,h6'), 200, (one) => ({ level: Number(tagOf.call(one)[1]), text: said(one) })),
    links: first(all(document, 'a[href],area[href]'), 1000, (one) => {
      const href = absolute(attribute(one, 'href'))
      return href ? { href, text: labelOf(one).slice(0, 200) } : null
    }),
    controls: first(all(document, 'button,input:not([type=hidden]),select,textarea,[role=button],[role=tab],[role=switch],[role=menuitem]'), 300, (one) => ({ kind: kindOf(one).slice(0, 60), name: labelOf(one).slice(0, 200) })),
    forms: first(all(document, 'form'), 50, (one) => ({
      method: (attribute(one, 'method') || 'get').toUpperCase().slice(0, 10),
      action: absolute(attribute(one, 'action') || location.href).slice(0, 500),
      fields: first(all(one, 'input:not([type=hidden]):not([type=submit]),select,textarea'), 50, (field) => labelOf(field).slice(0, 100)),
    })),
    landmarks: first(all(document, 'header,nav,main,aside,footer,search,[role=banner],[role=navigation],[role=main],[role=complementary],[role=contentinfo],[role=search],[role=region]'), 100, (one) => ({
      role: (attribute(one, 'role') || landmarks[tagOf.call(one)] || '').slice(0, 40),
      name: (attribute(one, 'aria-label') || '').slice(0, 200),
    })),
  }
})()`

export const lookScript = script(mostElements)
