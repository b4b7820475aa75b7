package dev.assent.resources.node;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.resources.assembly.NodeFile;
import dev.assent.resources.assembly.NodePlan;
import java.nio.file.Path;
import java.util.Map;

/**
 * The configuration of a node: core's settings, the settings for other nodes, its resources and its transports. Every
 * value is checked. It comes from a properties file, or from code with the same keys.
 *
 * <pre>
 * log-folder = /var/lib/shop/assent-log
 * resource.orders.type = jdbc
 * resource.orders.xa-data-source = org.postgresql.xa.PGXADataSource
 * resource.orders.driver.url = jdbc:postgresql://db1/shop
 * resource.orders.driver.password = ${file:/run/secrets/orders}
 * transport.inside.listen = native://127.0.0.1:7400
 * </pre>
 *
 * <p>A value may be {@code ${env:NAME}} or {@code ${file:PATH}}: an environment variable, or the content of a file.
 * Paths are relative to the working folder. Messages show the placeholder, not its value.
 *
 * <p>Immutable and safe to share. It may hold passwords; {@link #toString} shows none.
 */
public final class NodeConfig {
    private final NodePlan plan;

    private NodeConfig(NodePlan plan) {
        this.plan = plan;
    }

    /** Every setting has its default; there are no resources and no transports. */
    public static NodeConfig defaults() {
        return new NodeConfig(NodePlan.defaults());
    }

    /**
     * The configuration in a properties file in UTF-8. Resources are opened in the order of the file.
     *
     * @throws IllegalArgumentException when the file can't be read; for an unknown key, a repeated one, or a value that
     *     is not allowed. The message lists all mistakes, each with key, value and the allowed ones, and shows no
     *     secret
     */
    public static NodeConfig read(Path file) {
        return new NodeConfig(NodeFile.read(file));
    }

    /**
     * The configuration of these keys, as in a properties file.
     *
     * @throws IllegalArgumentException for an unknown key, or a value that is not allowed; the message is as of {@link
     *     #read}
     */
    public static NodeConfig of(Map<String, String> keys) {
        return new NodeConfig(NodeFile.parse(keys));
    }

    /**
     * A copy with one of core's settings changed.
     *
     * @param value a number or a word, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public NodeConfig with(Setting setting, Object value) {
        return new NodeConfig(plan.with(setting, value));
    }

    /**
     * A copy with one of the settings for other nodes changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public NodeConfig with(RemoteSetting setting, Object value) {
        return new NodeConfig(plan.with(setting, value));
    }

    /**
     * A copy with one more resource.
     *
     * @param name keep it as long as branches may be in doubt: recovery finds them by it
     * @param type such as {@code jdbc}
     * @param keys as in a properties file, without {@code resource.NAME.}
     * @throws IllegalArgumentException when the name is taken or not allowed, or the type or a key is
     *     refused: the message names all of them, with their values and the allowed ones
     */
    public NodeConfig withResource(String name, String type, Map<String, String> keys) {
        return new NodeConfig(plan.withResource(name, type, keys));
    }

    /**
     * A copy with one more transport, which joins when the node is opened.
     *
     * @param name for messages only
     * @param listen the address at which others shall reach the node, such as {@code native://127.0.0.1:7400}; only the
     *     scheme and a colon if they shall not
     * @param keys as in a properties file, without {@code transport.NAME.}
     * @throws IllegalArgumentException when the name is taken or not allowed, another transport has the scheme, nothing
     *     on the class path has it, or a key is refused: the message names the mistake, and the allowed values
     */
    public NodeConfig withTransport(String name, String listen, Map<String, String> keys) {
        return new NodeConfig(plan.withTransport(name, listen, keys));
    }

    /** Core's settings. */
    public AssentConfig settings() {
        return plan.settings();
    }

    /** The settings for other nodes. */
    public RemoteConfig remote() {
        return plan.remote();
    }

    /** Whether there is any resource. */
    public boolean hasResources() {
        return plan.hasResources();
    }

    NodePlan plan() {
        return plan;
    }

    /** The resources with their types, for people. */
    @Override
    public String toString() {
        return plan.toString();
    }
}
