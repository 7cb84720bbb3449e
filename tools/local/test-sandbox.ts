import { type RunningSandbox, startSandbox } from "../../packages/stripe-sandbox/server.ts";

const started: RunningSandbox[] = [];

export async function startTestSandbox(): Promise<string> {
	const running = await startSandbox({ port: 0, db: ":memory:" });
	started.push(running);
	return running.url.replace("localhost", "127.0.0.1");
}

export async function closeTestSandboxes(): Promise<void> {
	await Promise.all(started.splice(0).map((running) => running.close()));
}
