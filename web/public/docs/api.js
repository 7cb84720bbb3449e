// Adds to the pages of the API's description what needs a script: the search, the language chosen on another page,
// and buttons to copy. They are complete without it.

const LANGUAGE = "api-docs-language";
const MOST_RESULTS = 12;

/** Storage may be forbidden; nothing is remembered then. */
function remembered(value) {
	try {
		if (value) localStorage.setItem(LANGUAGE, value);
		return localStorage.getItem(LANGUAGE);
	} catch {
		return null;
	}
}

const radios = document.querySelectorAll("input[name=language]");
for (const radio of radios) {
	if (radio.value === remembered()) radio.checked = true;
	radio.addEventListener("change", () => remembered(radio.value));
}

for (const caption of document.querySelectorAll("figcaption")) {
	const button = document.createElement("button");
	button.type = "button";
	button.textContent = "Copy";
	button.addEventListener("click", async () => {
		await navigator.clipboard.writeText(caption.nextElementSibling.textContent);
		button.textContent = "Copied";
		setTimeout(() => {
			button.textContent = "Copy";
		}, 2000);
	});
	caption.append(button);
}

// The list of contents covers the page on phones.
const contents = document.getElementById("contents");
contents.addEventListener("click", ({ target }) => {
	if (target.closest("a") && contents.matches(":popover-open")) contents.hidePopover();
});

// The operation that is being read is marked in the list of contents.
const links = new Map(
	[...contents.querySelectorAll("a[href^='#']")].map((link) => [link.hash.slice(1), link]),
);
const watcher = new IntersectionObserver(
	(entries) => {
		for (const { target, isIntersecting } of entries) {
			const link = links.get(target.id);
			link?.classList.toggle("here", isIntersecting);
			if (isIntersecting && !contents.matches(":popover-open"))
				link?.scrollIntoView({ block: "nearest", behavior: "instant" });
		}
	},
	// A line in the upper third of the window, which one operation crosses.
	{ rootMargin: "-30% 0px -70% 0px" },
);
for (const section of document.querySelectorAll(".operation")) watcher.observe(section);

const search = document.querySelector("search");
const field = search.querySelector("input");
const results = search.querySelector("#results");
search.hidden = false;

let index;
/** [name, what it is, address, further words] of all that can be found; loaded when it is first needed. */
const loadIndex = () => {
	index ??= fetch("/docs/api/search.json").then((response) => response.json());
	return index;
};

/** How well an entry fits: all words are somewhere in it, those in its name count most. */
function score([name, kind, , more], words) {
	let sum = 0;
	for (const word of words) {
		const found = [name, kind, more].findIndex((text) => text.toLowerCase().includes(word));
		if (found < 0) return 0;
		sum += [4, 2, 1][found] + (name.toLowerCase().startsWith(word) ? 2 : 0);
	}
	return sum;
}

async function find() {
	const text = field.value;
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const entries = words.length > 0 ? await loadIndex() : [];
	if (text !== field.value) return;
	const found = entries
		.map((entry) => ({ entry, score: score(entry, words) }))
		.filter((one) => one.score > 0)
		.sort((a, b) => b.score - a.score)
		.slice(0, MOST_RESULTS);
	const nothing = document.createElement("p");
	nothing.textContent = "Nothing found.";
	results.replaceChildren(
		...found.map(({ entry: [name, kind, address] }) => {
			const link = document.createElement("a");
			link.href = address;
			const small = document.createElement("small");
			small.textContent = kind;
			link.append(name, small);
			return link;
		}),
		...(words.length > 0 && found.length === 0 ? [nothing] : []),
	);
}

function close() {
	field.value = "";
	results.replaceChildren();
}

field.addEventListener("focus", loadIndex);
field.addEventListener("input", find);
search.addEventListener("click", ({ target }) => {
	if (target.closest("a")) close();
});
search.addEventListener("keydown", (event) => {
	const choices = [field, ...results.querySelectorAll("a")];
	const at = choices.indexOf(document.activeElement);
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (step) {
		event.preventDefault();
		choices[(at + step + choices.length) % choices.length].focus();
	} else if (event.key === "Enter" && at === 0) choices[1]?.click();
	else if (event.key === "Escape") {
		close();
		field.focus();
	}
});
document.addEventListener("click", ({ target }) => {
	if (!search.contains(target)) results.replaceChildren();
});
document.addEventListener("keydown", (event) => {
	if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.matches("input")) return;
	event.preventDefault();
	field.focus();
});
