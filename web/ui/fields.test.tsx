import { fireEvent } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { HandleField } from "../shared/handle-field.tsx";
import { PasswordField } from "../shared/password-field.tsx";
import { show } from "../test/render.tsx";
import { Button } from "./button.tsx";
import { Choices } from "./choices.tsx";
import { CopyField } from "./copy-field.tsx";
import { TextField } from "./field.tsx";

test("describes a field by its error and its hint", () => {
	const { getByLabelText } = show(<TextField label="Title" hint="Short" error="Missing" />);
	const field = getByLabelText("Title");
	expect(field.getAttribute("aria-invalid")).toBe("true");
	const describedBy = field.getAttribute("aria-describedby") ?? "";
	expect(describedBy.split(" ").map((id) => document.getElementById(id)?.textContent)).toEqual([
		"Missing",
		"Short",
	]);
});

test("shows and hides a password", async () => {
	const { getByLabelText, getByRole, user } = show(<PasswordField label="Password" />);
	const field = getByLabelText<HTMLInputElement>("Password");
	await user.type(field, "secret");
	expect(field.type).toBe("password");
	await user.click(getByRole("button", { name: "Show password" }));
	expect([field.type, field.value]).toEqual(["text", "secret"]);
	await user.click(getByRole("button", { name: "Hide password" }));
	expect(field.type).toBe("password");
});

describe("a text to copy", () => {
	const field = (onFailed: () => void, onCopied?: () => void) => (
		<CopyField
			label="Link"
			value="https://tillbox.test/share/abc"
			copyLabel="Copy"
			copiedLabel="Copied!"
			onFailed={onFailed}
			{...(onCopied && { onCopied })}
		/>
	);

	test("copies a text on a click, and says so for two seconds", async () => {
		vi.useFakeTimers();
		const onFailed = vi.fn();
		const onCopied = vi.fn();
		const { getByRole } = show(field(onFailed, onCopied));
		const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
		fireEvent.click(getByRole("button", { name: "Copy" }));
		await vi.waitFor(() => getByRole("button", { name: "Copied!" }));
		expect(write).toHaveBeenCalledExactlyOnceWith("https://tillbox.test/share/abc");
		expect(onCopied).toHaveBeenCalledOnce();
		await vi.advanceTimersByTimeAsync(2_000);
		await vi.waitFor(() => getByRole("button", { name: "Copy" }));
		expect(onFailed).not.toHaveBeenCalled();
	});

	test("selects the text when its field gets the focus", async () => {
		const { getByLabelText, user } = show(field(vi.fn()));
		const input = getByLabelText<HTMLInputElement>("Link");
		await user.tab();
		expect(document.activeElement).toBe(input);
		expect(input.selectionEnd).toBe(input.value.length);
	});

	test("reports that the browser refused to copy", async () => {
		const onFailed = vi.fn();
		const { getByRole, user } = show(field(onFailed));
		vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
		await user.click(getByRole("button", { name: "Copy" }));
		await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce());
		getByRole("button", { name: "Copy" });
	});
});

describe("a Cash App handle", () => {
	function Handle() {
		const [value, setValue] = useState("");
		return <HandleField label="Handle" value={value} onChange={setValue} />;
	}

	test("shows an error while a handle is typed without its $", async () => {
		const { getByLabelText, getByText, queryByText, user } = show(<Handle />);
		await user.type(getByLabelText("Handle"), "ada");
		getByText("Cash App handle must start with $");
		await user.clear(getByLabelText("Handle"));
		expect(queryByText("Cash App handle must start with $")).toBeNull();
	});

	test.each([
		["ada", "$ada"],
		["$ada", "$ada"],
		["https://cash.app/$ada", "$ada"],
		["somebody@example.test", "somebody@example.test"],
	])("turns the pasted handle %s into %s", async (pasted, handle) => {
		const { getByLabelText, user } = show(<Handle />);
		const field = getByLabelText<HTMLInputElement>("Handle");
		await user.click(field);
		await user.paste(pasted);
		expect(field.value).toBe(handle);
	});

	test("leaves a handle pasted into the middle of a text unchanged", async () => {
		const { getByLabelText, user } = show(<Handle />);
		const field = getByLabelText<HTMLInputElement>("Handle");
		await user.type(field, "$a");
		await user.paste("da");
		expect(field.value).toBe("$ada");
	});
});

test("keeps the focus on a pending button that does nothing", async () => {
	const onClick = vi.fn();
	const { getByRole, user } = show(
		<Button pending="Saving…" onClick={onClick}>
			Save
		</Button>,
	);
	const button = getByRole("button", { name: "Saving…" });
	await user.click(button);
	expect(onClick).not.toHaveBeenCalled();
	expect(document.activeElement).toBe(button);
	expect(button.getAttribute("aria-disabled")).toBe("true");
});

test("doesn't submit a form by its pending button", async () => {
	const onSubmit = vi.fn();
	const { getByRole, user } = show(
		<form onSubmit={onSubmit}>
			<Button type="submit" pending="Saving…">
				Save
			</Button>
		</form>,
	);
	await user.click(getByRole("button"));
	expect(onSubmit).not.toHaveBeenCalled();
});

test("starts without a choice, and explains each", async () => {
	const onChoose = vi.fn();
	const { getAllByRole, getByLabelText, user } = show(
		<Choices
			legend="Why?"
			choices={[
				{ value: "wrong", label: "Wrong amount", hint: "It was less" },
				{ value: "none", label: "Not found" },
			]}
			chosen={null}
			onChoose={onChoose}
		/>,
	);
	expect(getAllByRole<HTMLInputElement>("radio").map(({ checked }) => checked)).toEqual([
		false,
		false,
	]);
	const described = getByLabelText("Wrong amount").getAttribute("aria-describedby") ?? "";
	expect(document.getElementById(described)?.textContent).toBe("It was less");
	await user.click(getByLabelText("Not found"));
	expect(onChoose).toHaveBeenCalledExactlyOnceWith("none");
});
