export default function SupportRoute() {
	return <h1>Support</h1>;
}
