package dev.assent.transport.iiop.reference;

import dev.assent.core.adapter.SigningSecret;
import dev.assent.remote.transport.Recent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Makes object ids that nobody can guess (law 22): the name of the object, sealed by a secret of this process. Who has
 * a reference was given it, by us or by who was.
 *
 * <p>Thread safety: safe to share.
 */
public final class KeyRing {
    private static final int SEAL_BYTES = 16;

    private static final int PLACES_MAX = 1_000;

    private final SigningSecret secret;
    private final Recent<IiopPlace, byte[]> ofPlaces = new Recent<>(PLACES_MAX);

    /** One that seals by this secret. */
    public KeyRing(SigningSecret secret) {
        this.secret = secret;
    }

    /** Whether everybody may know an object. */
    private static boolean isPublic(ObjectName name) {
        return name instanceof ObjectName.Factory
                || name instanceof ObjectName.Names
                || name instanceof ObjectName.Service;
    }

    /** The id of an object that everybody may know. */
    public static byte[] idOf(ObjectName name) {
        if (!isPublic(name)) {
            throw new IllegalArgumentException(name + " is not for everybody");
        }
        return ObjectNameCodec.write(name);
    }

    /** The id of any other object; the same whenever it is asked for. */
    public byte[] seal(ObjectName name) {
        byte[] plain = ObjectNameCodec.write(name);
        byte[] sealed = Arrays.copyOf(plain, plain.length + SEAL_BYTES);
        System.arraycopy(secret.sign(plain), 0, sealed, plain.length, SEAL_BYTES);
        return sealed;
    }

    /**
     * What an id names.
     *
     * @throws ReferenceException when it was not made here, and is not of an object that everybody may know
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
            throw new ReferenceException("its key was not made here");
        }
        return name;
    }

    /**
     * What a reference names, whatever an ORB has put before and behind the id.
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
     * What an id says that it names, which need not have been made here: nobody vouches for it.
     *
     * @throws ReferenceException when it says nothing
     */
    public static ObjectName claimed(byte[] id) throws ReferenceException {
        return ObjectNameCodec.read(ByteBuffer.wrap(id));
    }

    /**
     * A key by which another process tells this one from all others, and which no third one can make use of. Made once a
     * place; who has it does not change it.
     *
     * @param place where the other one is
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
     * What a reference of a process of ours names, which need not be this one: nobody vouches for it.
     *
     * @throws ReferenceException when it is no such reference
     */
    public static ObjectName unsealed(Ior reference) throws ReferenceException {
        return ObjectNameCodec.read(fromName(reference.objectKey()));
    }

    /** Whether a reference is of a process of ours, as it says. */
    public static boolean isOurs(Ior reference) {
        return ObjectNameCodec.find(reference.objectKey()) >= 0;
    }

    private static ByteBuffer fromName(byte[] key) throws ReferenceException {
        int begin = ObjectNameCodec.find(key);
        if (begin < 0) {
            throw new ReferenceException("it is not of Assent");
        }
        return ByteBuffer.wrap(key, begin, key.length - begin);
    }
}
