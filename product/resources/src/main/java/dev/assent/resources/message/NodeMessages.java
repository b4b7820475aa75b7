package dev.assent.resources.message;

import dev.assent.core.message.Says;
import java.nio.file.Path;

/** Messages of a node's configuration, in the order of their numbers; see {@link ResourceMessages}. */
public interface NodeMessages {
    /** A node's properties file with mistakes. */
    @Says(id = 5170, value = "the node's configuration file '%s' is refused, nothing is started; mistakes: %d%s")
    String nodeFileRefused(Path file, int mistakes, String list);

    /** A node's properties file that can't be read. */
    @Says(
            id = 5171,
            value = "the node's configuration file '%s' can't be read: %s; nothing is started; name a properties file"
                    + " in UTF-8 that this user may read")
    String nodeFileNotRead(Path file, Throwable cause);

    /** An unknown key. */
    @Says(
            id = 5172,
            value = "unknown key '%s'%s; allowed: %s, and 'resource.NAME.type', 'resource.NAME.KEY',"
                    + " 'transport.NAME.listen', 'transport.NAME.KEY'")
    String nodeKeyUnknown(String key, String meant, String known);

    /** A key with two values. */
    @Says(id = 5173, value = "key '%s' occurs twice; give it once")
    String nodeKeyTwice(String key);

    /** A resource without a type. */
    @Says(id = 5174, value = "resource '%s' has no type; set 'resource.%1$s.type'; allowed: %s")
    String resourceTypeMissing(String resource, String types);

    /** A resource with a bad name. */
    @Says(
            id = 5175,
            value = "resource '%s' cannot be configured: in a node's configuration a name has 1 to 64 letters, digits,"
                    + " '_' and '-'")
    String nodeResourceNameRefused(String name);

    /** A placeholder that can't be replaced. */
    @Says(
            id = 5176,
            value = "setting '%s' has the placeholder '%s', which can't be filled in: %s; a placeholder"
                    + " is the whole value, ${env:NAME} with a variable that is set, or ${file:PATH} with a"
                    + " file that can be read")
    String placeholderRefused(String key, String value, String why);

    /** A resource whose library is missing. */
    @Says(
            id = 5177,
            value = "resource '%s' of type '%s' cannot be configured: a class is missing or does not fit: %s; put its"
                    + " library on the class path (of ./assent: ASSENT_CLASS_PATH)")
    String resourceLibraryMissing(String resource, String type, Throwable missing);

    /** A request for a resource that the node does not have. */
    @Says(id = 5178, value = "the node has no resource '%s' that is a %s; it has: %s")
    String nodeResourceUnknown(String name, String type, Object config);

    /** A resource that failed to close. */
    @Says(id = 5179, value = "resource '%s' was not closed: %s; the node closes its other resources; no action needed")
    String resourceNotClosed(String resource, Throwable failure);

    /** A transport with a bad name, or with the name of another one. */
    @Says(
            id = 5190,
            value = "transport '%s' cannot be configured: a name has 1 to 64 letters, digits, '_' and '-', and no"
                    + " other transport has it")
    String nodeTransportNameRefused(String name);

    /** A transport without a listen address. */
    @Says(
            id = 5191,
            value = "transport '%s' has no listen address; set 'transport.%1$s.listen'; allowed: SCHEME://HOST:PORT, or"
                    + " 'SCHEME:' for one that does not listen")
    String transportListenMissing(String transport);

    /** Two types of resource with the same name. */
    @Says(
            id = 5193,
            value = "cannot use the types of resources of the class path: type '%s' comes from both %s and %s; remove"
                    + " one of them from the class path")
    String resourceTypeTwice(String type, String firstClass, String secondClass);
}
