package dev.assent.transport.iiop.reference;

import dev.assent.core.adapter.SigningSecret;
import dev.assent.remote.transport.Recent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Makes object ids that nobody can guess (law 22): the name of the object, sealed with a secret of this process. So a
 * caller with a reference got it from this process, or from a process that this one gave it to.
 *
 * <p>Thread safety: safe to share.
 */
public final class KeyRing {
    private static final int SEAL_BYTES = 16;

    private static final int PLACES_MAX = 1_000;

    private final SigningSecret secret;
    private final Recent<IiopPlace, byte[]> ofPlaces = new Recent<>(PLACES_MAX);

    /** Seals ids with a secret. */
    public KeyRing(SigningSecret secret) {
        this.secret = secret;
    }

    /** Whether every process may know an object. */
    private static boolean isPublic(ObjectName name) {
        return name instanceof ObjectName.Factory
                || name instanceof ObjectName.Names
                || name instanceof ObjectName.Service;
    }

    /** The id of an object that every process may know. */
    public static byte[] idOf(ObjectName name) {
        if (!isPublic(name)) {
            throw new IllegalArgumentException(name + " must not be known to every process");
        }
        return ObjectNameCodec.write(name);
    }

    /** The id of any other object; always the same one. */
    public byte[] seal(ObjectName name) {
        byte[] plain = ObjectNameCodec.write(name);
        byte[] sealed = Arrays.copyOf(plain, plain.length + SEAL_BYTES);
        System.arraycopy(secret.sign(plain), 0, sealed, plain.length, SEAL_BYTES);
        return sealed;
    }

    /**
     * The name in an id.
     *
     * @throws ReferenceException when it was not made here, and is not of an object that every process may know
     */
    public ObjectName open(byte[] sealed) throws ReferenceException {
        ByteBuffer in = ByteBuffer.wrap(sealed);
        ObjectName name = ObjectNameCodec.read(in);
        byte[] plain = Arrays.copyOf(sealed, in.position());
        if (isPublic(name)) {
            return name;
        }
        byte[] seal = Arrays.copyOfRange(sealed, in.position(), sealed.length);
        if (!MessageDigest.isEqual(seal, Arrays.copyOf(secret.sign(plain), SEAL_BYTES))) {
            throw new ReferenceException("this process did not make its key");
        }
        return name;
    }

    /**
     * The name in a reference, even if an ORB has put other bytes before and after the id.
     *
     * @throws ReferenceException as for its id, and when it has none
     */
    public ObjectName open(Ior reference) throws ReferenceException {
        byte[] key = reference.objectKey();
        ByteBuffer in = fromName(key);
        int begin = in.position();
        ObjectNameCodec.read(in);
        return open(Arrays.copyOfRange(key, begin, Math.min(key.length, in.position() + SEAL_BYTES)));
    }

    /**
     * The name that an id claims. Another process may have made the id, so the name is not verified.
     *
     * @throws ReferenceException when it has no name
     */
    public static ObjectName claimed(byte[] id) throws ReferenceException {
        return ObjectNameCodec.read(ByteBuffer.wrap(id));
    }

    /**
     * The key that tells this process from all others at one place. A third process can't use it. It is made once for
     * each place; callers must not change it.
     *
     * @param place the address of the process that gets the key
     */
    public byte[] keyFor(IiopPlace place) {
        byte[] known = ofPlaces.get(place);
        if (known != null) {
            return known;
        }
        byte[] made = Arrays.copyOf(secret.sign(place.toString().getBytes(StandardCharsets.UTF_8)), SEAL_BYTES);
        ofPlaces.put(place, made);
        return made;
    }

    /**
     * The name in a reference of an Assent process, which may be another one. The name is not verified.
     *
     * @throws ReferenceException when an Assent process did not make the reference
     */
    public static ObjectName unsealed(Ior reference) throws ReferenceException {
        return ObjectNameCodec.read(fromName(reference.objectKey()));
    }

    /** Whether a reference claims to be of an Assent process. */
    public static boolean isOurs(Ior reference) {
        return ObjectNameCodec.find(reference.objectKey()) >= 0;
    }

    private static ByteBuffer fromName(byte[] key) throws ReferenceException {
        int begin = ObjectNameCodec.find(key);
        if (begin < 0) {
            throw new ReferenceException("an Assent process did not make it");
        }
        return ByteBuffer.wrap(key, begin, key.length - begin);
    }
}
