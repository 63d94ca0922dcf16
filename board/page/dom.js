// @ts-check
// Short ways to make and fill elements, and to write numbers.

/**
 * Makes an element. Properties that begin with "on" are listeners, others attributes; false and null leave one out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    // Through the object model: the server's policy refuses style attributes.
    if (name === "style") element.style.cssText = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => /** @type {Node|string} */ (child)));
  return element;
}

/** The element with an id. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** A margin with its sign: +3, −2, 0. @param {number} margin */
export function signed(margin) {
  const text = Number.isInteger(margin) ? String(Math.abs(margin)) : Math.abs(margin).toFixed(2);
  if (Number(text) === 0) return "0";
  return (margin > 0 ? "+" : "−") + text;
}

/** Seconds in words. @param {number} seconds */
export function lasting(seconds) {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

/** Says something to screen readers. @param {string} text */
export function say(text) {
  const live = byId("live");
  live.textContent = "";
  requestAnimationFrame(() => {
    live.textContent = text;
  });
}
