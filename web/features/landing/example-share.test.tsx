import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show } from "../../test/render.tsx";
import { ExampleShare } from "./example-share.tsx";

let see: ((isIntersecting: boolean) => void) | null = null;
let isCalm = false;

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal(
		"IntersectionObserver",
		class {
			constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
				see = (isIntersecting) => callback([{ isIntersecting }]);
			}
			observe() {}
			disconnect() {
				see = null;
			}
		},
	);
	vi.stubGlobal("matchMedia", (query: string) => ({
		matches: isCalm && query.includes("reduced-motion"),
		addEventListener() {},
		removeEventListener() {},
	}));
});

afterEach(() => {
	see = null;
	isCalm = false;
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const pass = () => act(() => vi.advanceTimersByTime(5_000));
const locked = () => screen.queryByRole("button", { name: "Buy for $24.00" }) !== null;

test("stays locked until the card is in view, then unlocks once", () => {
	show(<ExampleShare />);
	see?.(false);
	pass();
	expect(locked()).toBe(true);
	see?.(true);
	pass();
	expect(locked()).toBe(false);
	act(() => screen.getByRole("button", { name: "Lock it again" }).click());
	expect(see).toBeNull();
	pass();
	expect(locked()).toBe(true);
});

test("doesn't unlock by itself for visitors who prefer less motion", () => {
	isCalm = true;
	show(<ExampleShare />);
	expect(see).toBeNull();
	pass();
	expect(locked()).toBe(true);
});
