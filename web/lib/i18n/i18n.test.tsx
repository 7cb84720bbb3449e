import { act, render, screen } from "@testing-library/react";
import { Suspense, startTransition, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { catalogue, chooseLocale, TRANSLATIONS } from "./i18n.ts";

afterEach(() => act(() => chooseLocale("en")));

/** A catalogue of one text, whose German arrives when `arrives` resolves. */
function catalogueOf(id: string, arrives: Promise<void>) {
	const german = () => arrives.then(() => ({ default: { [id]: [`${id} auf Deutsch`] } }));
	const english = { [id]: [`${id} in English`], [TRANSLATIONS]: { de: german } };
	return catalogue(english as unknown as Record<string, string>);
}

test("keeps the order of hooks when texts arrive while a component waits for them", async () => {
	await act(() => chooseLocale("de"));
	const { promise, resolve } = Promise.withResolvers<void>();
	const useFirst = catalogueOf("first", promise);
	const useSecond = catalogueOf("second", promise);
	function Both() {
		resolve();
		const first = useFirst();
		const second = useSecond();
		const [n] = useState(7);
		return <p>{`${first("first")}, ${second("second")}, ${n}`}</p>;
	}
	vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
	const faults: unknown[] = [];
	const place = document.body.appendChild(document.createElement("div"));
	const root = createRoot(place, { onRecoverableError: (error) => faults.push(error) });
	startTransition(() =>
		root.render(
			<Suspense fallback="loading">
				<Both />
			</Suspense>,
		),
	);
	expect(await screen.findByText("first auf Deutsch, second auf Deutsch, 7")).toBeDefined();
	root.unmount();
	expect(faults).toEqual([]);
});

test("shows loaded texts without another wait", async () => {
	await act(() => chooseLocale("de"));
	const useTexts = catalogueOf("third", Promise.resolve());
	const Text = () => <p>{useTexts()("third")}</p>;
	const page = (
		<Suspense fallback="loading">
			<Text />
		</Suspense>
	);
	await act(async () => {});
	expect(render(page).container.textContent).toBe("third auf Deutsch");
});

test("words the links below the app in the chosen language", async () => {
	document.body.innerHTML =
		'<a href="/withdraw" data-en="Withdraw" data-de="Widerrufen">Withdraw</a>';
	await act(() => chooseLocale("de"));
	expect(document.body.textContent).toBe("Widerrufen");
});
