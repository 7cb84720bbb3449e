export default function AuthRoute() {
	return <h1>Auth</h1>;
}
